import { ChevronDown, SquarePen } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { changeWords, countLines, lineWords, markWords } from '../preview-words.ts';
import { visibleText } from '../../../../shared/hidden-characters.ts';

type FileDiffProps = {
  row: RefObject<HTMLLIElement | null>;
  file: FileDiff;
  open: boolean;
  /** Reason for beginning folded; null if it begins open. */
  folded: string | null;
  /** True if the person wrote the text. */
  edited: boolean;
  onTurn(): void;
  /** Opens the text for editing; null where it can't be edited now. */
  onEdit: (() => void) | null;
  children: ReactNode;
};

/** One file of a preview: its name and what becomes of it; opens to its changed lines. */
export function FileDiffView({ row, file, open, folded, edited, onTurn, onEdit, children }: FileDiffProps) {
  return (
    <li ref={row} className="min-w-0 rounded-control border border-hairline" data-path={file.path}>
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={open}
          onClick={onTurn}
          className="hit flex min-w-0 flex-1 items-start gap-x-2 rounded-control px-3 py-1.5 text-start text-second hover:bg-hover focus-visible:-outline-offset-2"
        >
          <ChevronDown aria-hidden className={`mt-0.5 size-4 shrink-0 ${open ? '' : '-rotate-90'}`} />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
            <span className="me-auto flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 font-mono text-code wrap-anywhere" dir="ltr">
                <VisibleText text={file.path} layout="line" />
              </span>
              <Marks marks={file.marks} />
            </span>
            <span className="inline-flex flex-wrap items-baseline gap-x-3 text-small text-secondary">
              {[edited ? 'Edited by you' : null, changeWords(file), open ? null : folded]
                .filter(Boolean)
                .join(', ')}
              <LineCounts file={file} />
            </span>
          </span>
        </button>
        {onEdit === null ? null : (
          <button
            type="button"
            onClick={onEdit}
            aria-label={visibleText(`Edit ${file.path}`, 'line')}
            className="hit me-1 inline-flex items-center gap-1.5 rounded-control px-2 text-second text-secondary hover:bg-hover hover:text-ink"
          >
            <SquarePen aria-hidden className="size-4" />
            <span className="max-sm:sr-only">Edit</span>
          </button>
        )}
      </div>
      {open ? children : null}
    </li>
  );
}

/** Reasons for a second look at the file. */
function Marks({ marks = [] }: { marks: FileDiff['marks'] }) {
  if (marks.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap gap-x-1.5">
      {marks.map((mark) => (
        <span
          key={mark}
          className="rounded-round border border-hairline bg-raised px-2 text-small text-secondary"
        >
          {markWords(mark)}
        </span>
      ))}
    </span>
  );
}

/** Added and removed lines: as signs, and in words for screen readers. */
function LineCounts({ file }: { file: FileDiff }) {
  const { added, removed } = countLines(file);
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="sr-only">{lineWords({ added, removed })}</span>
      <span aria-hidden className="flex gap-2">
        {added === 0 ? null : <span className="text-secondary">+{added.toLocaleString('en')}</span>}
        {removed === 0 ? null : <span className="text-danger">−{removed.toLocaleString('en')}</span>}
      </span>
    </span>
  );
}
