import {
  ChevronDown,
  Copy,
  Ellipsis,
  FileDiff as DiffIcon,
  SquareArrowOutUpRight,
  SquarePen,
  Undo2,
} from 'lucide-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { FileDiff, Hunk } from '../../../shared/previews/preview.ts';
import { Button } from '../../ui/button.tsx';
import { CopyStatus, useCopying } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { ChangeLetter, FilePath, LineCounts, Protections } from './file-facts.tsx';

type FileDiffProps = {
  row: RefObject<HTMLLIElement | null>;
  file: FileDiff;
  /** The file as it would be applied. */
  kept: FileDiff;
  open: boolean;
  /** Says what the person made of it. */
  hint: string | null;
  dropped: boolean;
  /** Stands before the name. */
  before?: ReactNode;
  /** Stands before the file's buttons. */
  after?: ReactNode;
  onTurn(): void;
  /** Opens the text for editing; null where it can't be edited now. */
  onEdit: (() => void) | null;
  /** Null if there is no editor, or no such file now. */
  onOpen: (() => void) | null;
  /** Null if it can't be dropped now. */
  onDrop: ((dropped: boolean) => void) | null;
  children: ReactNode;
};

/** One file of a preview: its name and what becomes of it; opens to its changed lines. */
export function FileDiffView(props: FileDiffProps) {
  const { row, file, kept, open, hint, dropped, before = null, after = null, onTurn, children } = props;
  const { path } = file;
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="min-w-0 border-t border-hairline outline-none first:border-t-0"
      data-path={path}
    >
      <div className="diff-head flex min-h-10 items-center border-b border-hairline pe-1.5">
        {before === null ? null : <span className="ms-1.5 flex shrink-0">{before}</span>}
        <button
          type="button"
          aria-expanded={open}
          onClick={onTurn}
          className="hit flex min-w-0 flex-1 items-center gap-x-2 self-stretch ps-4 not-first:ps-1 text-start text-second hover:bg-hover focus-visible:-outline-offset-2"
        >
          <ChevronDown
            aria-hidden
            className={`size-3.75 shrink-0 text-tertiary ${open ? '' : '-rotate-90 rtl:rotate-90'}`}
          />
          <span className="flex min-w-0 flex-1 items-center gap-x-2 @max-[480px]:flex-wrap @max-[480px]:py-1">
            <span className="flex min-w-0 items-center gap-x-1.5">
              <ChangeLetter change={file.change} />
              <FilePath path={path} className={dropped ? 'line-through' : ''} />
            </span>
            <LineCounts file={kept} />
            <Protections file={file} />
            {dropped ? <span className="shrink-0 text-small text-tertiary">Dropped</span> : null}
            {hint === null ? null : (
              <span className="min-w-0 shrink-2 cut-off text-small text-tertiary" title={hint}>
                {hint}
              </span>
            )}
          </span>
        </button>
        {after}
        <FileActions {...props} />
      </div>
      {open ? children : null}
    </li>
  );
}

type FileActionsProps = Pick<FileDiffProps, 'file' | 'dropped' | 'onEdit' | 'onOpen' | 'onDrop'>;

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

type FileMenuProps = {
  file: FileDiff;
  /** Opens the text for editing; null where it can't be edited now. */
  onEdit: (() => void) | null;
};

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

/** Returns the changes of a file as a patch that `git apply` and `patch -p1` take. */
export function diffText({ path, change, hunks }: FileDiff): string {
  const before = change === 'created' ? '/dev/null' : `a/${path}`;
  const after = change === 'deleted' ? '/dev/null' : `b/${path}`;
  return [`--- ${before}`, `+++ ${after}`, ...hunks.flatMap(hunkLines), ''].join('\n');
}

function hunkLines({ oldStart, oldLines, newStart, newLines, heading, lines }: Hunk): string[] {
  const sides = `-${sideText(oldStart, oldLines)} +${sideText(newStart, newLines)}`;
  return [`@@ ${sides} @@${heading === undefined ? '' : ` ${heading}`}`, ...lines];
}

/** An empty side names the line before it. */
function sideText(start: number, lines: number): string {
  return `${lines === 0 ? Math.max(0, start - 1) : start},${lines}`;
}

/** Steps by key: to the next and previous change, and to the next and previous file. */
const steps: ReadonlyMap<string, { marks: string; by: 1 | -1 }> = new Map([
  ['j', { marks: '[data-change]', by: 1 }],
  ['k', { marks: '[data-change]', by: -1 }],
  ['n', { marks: '[data-path]', by: 1 }],
  ['p', { marks: '[data-path]', by: -1 }],
]);

/** The keys that go through the changes of a preview, while the focus is among them and in no field. */
export function onChangeKey(event: KeyboardEvent<HTMLElement>): void {
  const step = steps.get(event.key);
  const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea');
  if (step === undefined || isField || event.ctrlKey || event.metaKey || event.altKey) return;
  if (goToChange(event.currentTarget, step)) event.preventDefault();
}

/** Goes to the next or previous change of a preview; false where there is none. */
export function stepThroughChanges(list: ParentNode, by: 1 | -1): void {
  goToChange(list, { marks: '[data-change]', by });
}

function goToChange(list: ParentNode, { marks, by }: { marks: string; by: 1 | -1 }): boolean {
  const all = [...list.querySelectorAll<HTMLElement>(marks)];
  const here = document.activeElement;
  const isAfter = (other: Element) =>
    here !== null && (here.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const isIn = (other: Element) => other === here || other.contains(here);
  const found =
    by === 1
      ? (all.find((other) => !isIn(other) && isAfter(other)) ?? null)
      : (all.findLast((other) => !isIn(other) && !isAfter(other)) ?? null);
  const target = found ?? (all.some(isIn) ? null : (all[0] ?? null));
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'start' });
  return target !== null;
}
