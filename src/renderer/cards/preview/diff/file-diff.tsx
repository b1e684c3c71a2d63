import { ChevronDown, SquarePen } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import { ShownText } from './shown-text.tsx';
import { changeWords, countLines, lineWords } from '../preview-words.ts';

type FileDiffProps = {
  row: RefObject<HTMLLIElement | null>;
  file: FileDiff;
  open: boolean;
  /** Why it begins folded; null where it does not. */
  folded: string | null;
  /** Whether the person wrote the text. */
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
          className="hit flex min-w-0 flex-1 items-start gap-x-2 rounded-control px-3 py-1.5 text-start text-minor hover:bg-hover focus-visible:-outline-offset-2"
        >
          <ChevronDown aria-hidden className={`mt-0.5 size-4 shrink-0 ${open ? '' : '-rotate-90'}`} />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
            <span className="me-auto min-w-0 font-mono text-code wrap-anywhere" dir="ltr">
              <ShownText text={file.path} />
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
            aria-label={`Edit ${file.path}`}
            className="hit me-1 inline-flex items-center gap-1.5 rounded-control px-2 text-minor text-secondary hover:bg-hover hover:text-ink"
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

/** How many lines come and go, in signs, and in words for who hears them. */
function LineCounts({ file }: { file: FileDiff }) {
  const { added, removed } = countLines(file);
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="sr-only">{lineWords({ added, removed })}</span>
      <span aria-hidden className="flex gap-2">
        {added === 0 ? null : <span className="text-success">+{added.toLocaleString('en')}</span>}
        {removed === 0 ? null : <span className="text-danger">−{removed.toLocaleString('en')}</span>}
      </span>
    </span>
  );
}
