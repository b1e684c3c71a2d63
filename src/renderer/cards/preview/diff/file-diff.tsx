import {
  ChevronDown,
  Copy,
  Ellipsis,
  FileDiff as DiffIcon,
  SquareArrowOutUpRight,
  SquarePen,
  Undo2,
} from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Counts } from '../../../ui/line-counts.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { changeWords, countLines, markWords } from '../preview-words.ts';
import { visibleText } from '../../../../shared/hidden-characters.ts';
import { CopyStatus, useCopying } from '../../../ui/copy-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { MenuItem } from '../../../ui/menu-item.tsx';
import { diffText } from './diff-text.ts';
import { Button } from '../../../ui/button.tsx';

type FileDiffProps = {
  row: RefObject<HTMLLIElement | null>;
  file: FileDiff;
  open: boolean;
  /** Says what the person made of it. */
  hint: string | null;
  dropped: boolean;
  onTurn(): void;
  /** Opens the text for editing; null where it can't be edited now. */
  onEdit: (() => void) | null;
  /** Opens it in the person's editor; null where there is none, or no such file now. */
  onOpen: (() => void) | null;
  /** Leaves the file out, or takes it back in; null where that can't be done now. */
  onDrop: ((dropped: boolean) => void) | null;
  children: ReactNode;
};

/** One file of a preview: its name and what becomes of it; opens to its changed lines. */
export function FileDiffView(props: FileDiffProps) {
  const { row, file, open, hint, dropped, onTurn, children } = props;
  const { path } = file;
  const about = [changeWords(file), hint, dropped ? 'Dropped' : null].filter(Boolean).join(', ');
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="min-w-0 border-t border-hairline outline-none first:border-t-0"
      data-path={path}
    >
      <div className="diff-head flex min-h-10 items-center border-b border-hairline pe-1.5">
        <button
          type="button"
          aria-expanded={open}
          onClick={onTurn}
          className="hit flex min-w-0 flex-1 items-center gap-x-2 self-stretch ps-4 text-start text-second hover:bg-hover focus-visible:-outline-offset-2"
        >
          <ChevronDown
            aria-hidden
            className={`size-3.75 shrink-0 text-tertiary ${open ? '' : '-rotate-90 rtl:rotate-90'}`}
          />
          <span className="flex min-w-0 flex-1 items-center gap-x-2 @max-[480px]:flex-wrap @max-[480px]:py-1">
            <FilePath path={path} className={dropped ? 'line-through' : ''} />
            <LineCounts file={file} />
            <Marks marks={file.marks} />
            <span className="min-w-0 shrink-2 cut-off text-small text-tertiary">{about}</span>
          </span>
        </button>
        <FileActions {...props} />
      </div>
      {open ? children : null}
    </li>
  );
}

type FileActionsProps = Pick<FileDiffProps, 'file' | 'dropped' | 'onEdit' | 'onOpen' | 'onDrop'>;

/** What can be done with a file, at its name. */
function FileActions({ file, dropped, onEdit, onOpen, onDrop }: FileActionsProps) {
  const { path } = file;
  return (
    <span className="flex shrink-0 items-center">
      <FileMenu {...{ file, onEdit }} />
      {onOpen === null ? null : (
        <IconButton
          label={visibleText(`Open ${path} in editor`, 'line')}
          title="Open in editor"
          icon={<SquareArrowOutUpRight aria-hidden />}
          onClick={onOpen}
        />
      )}
      {onDrop === null ? null : (
        <DropButton name={visibleText(path, 'line')} dropped={dropped} onDrop={onDrop} />
      )}
    </span>
  );
}

/** A path with its file's name in ink and its folder in secondary; long folders fade first. */
export function FilePath({ path, className = '' }: { path: string; className?: string }) {
  const at = path.lastIndexOf('/') + 1;
  return (
    <span dir="ltr" title={visibleText(path, 'line')} className={`flex min-w-0 ${className}`}>
      {at === 0 ? null : (
        <span className="min-w-0 cut-off text-tertiary">
          <VisibleText text={path.slice(0, at)} layout="line" />
        </span>
      )}
      <span className="min-w-0 cut-off font-medium">
        <VisibleText text={path.slice(at)} layout="line" />
      </span>
    </span>
  );
}

/** Reasons for a second look at the file. */
export function Marks({ marks = [] }: { marks: FileDiff['marks'] }) {
  if (marks.length === 0) return null;
  return (
    <span className="inline-flex shrink-0 flex-wrap gap-1 py-1">
      {marks.map((mark) => (
        <span
          key={mark}
          className="rounded-small border border-edge bg-raised px-1.5 text-small font-medium text-secondary"
        >
          {markWords(mark)}
        </span>
      ))}
    </span>
  );
}

/** Added and removed lines: as signs, and in words for screen readers. */
export function LineCounts({ file }: { file: FileDiff }) {
  return <Counts {...countLines(file)} />;
}

type FileMenuProps = {
  file: FileDiff;
  /** Opens the text for editing; null where it can't be edited now. */
  onEdit: (() => void) | null;
};

/** The rarer things that can be done with a file of a preview. */
function FileMenu({ file, onEdit }: FileMenuProps) {
  const { state, copy } = useCopying();
  const { path } = file;
  return (
    <>
      <CopyStatus state={state} />
      <Menu label={visibleText(`More for ${path}`, 'line')} icon={<Ellipsis aria-hidden />}>
        {onEdit === null ? null : (
          <MenuItem icon={<SquarePen aria-hidden />} onChoose={onEdit}>
            Edit
          </MenuItem>
        )}
        <MenuItem icon={<Copy aria-hidden />} onChoose={() => void copy(() => path)}>
          Copy path
        </MenuItem>
        <MenuItem icon={<DiffIcon aria-hidden />} onChoose={() => void copy(() => diffText(file))}>
          Copy changes
        </MenuItem>
      </Menu>
    </>
  );
}

type DropButtonProps = {
  /** What is dropped, after the verb. */
  name: string;
  dropped: boolean;
  onDrop(dropped: boolean): void;
};

/** Leaves a file or a change out of what is applied, and takes it back in. It decides nothing by itself. */
export function DropButton({ name, dropped, onDrop }: DropButtonProps) {
  const verb = dropped ? 'Keep' : 'Drop';
  return (
    <Button
      look="quiet"
      aria-label={`${verb} ${name}`}
      onClick={() => onDrop(!dropped)}
      className={`ms-auto ${dropped ? 'text-ink' : ''}`}
    >
      {dropped ? <Undo2 aria-hidden /> : null}
      {verb}
    </Button>
  );
}
