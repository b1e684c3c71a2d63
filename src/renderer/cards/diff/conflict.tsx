import '../../styles/diff.css';
import { Check, SquarePen } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ConflictPick } from '../../../shared/previews/decision.ts';
import type { ShownConflict } from '../../../shared/previews/preview.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type DiffLine, withWords } from './diff-lines.ts';
import { inParts } from './diff-rows.ts';
import { UnifiedLines, useDiffColours } from './diff-views.tsx';
import type { ShownHunk } from './shown-hunks.ts';

type Side = ConflictPick['side'];

type ConflictProps = {
  conflict: ShownConflict;
  number: number;
  of: number;
  path: string;
  /** Null until the person has chosen. */
  side: Side | null;
  wrap: boolean;
  onPick(side: Side): void;
  onEdit(): void;
};

const sides: readonly { value: Side; label: string; hint: string }[] = [
  { value: 'ours', label: 'Ours', hint: 'Keep what the file has now' },
  { value: 'theirs', label: 'Theirs', hint: 'Take what the change has' },
];

/** A conflict: both sides one below the other, and the choice between them. */
export function Conflict({ conflict, number, of, path, side, wrap, onPick, onEdit }: ConflictProps) {
  const body = useRef<HTMLDivElement>(null);
  const parts = useMemo(() => partsOf(conflict), [conflict]);
  const hunks = useMemo(() => [[...parts.above, ...parts.ours, ...parts.theirs, ...parts.below]], [parts]);
  const shownDiff = useMemo(() => ({ hunks, layout: 'conflict' }), [hunks]);
  useDiffColours(body, path, shownDiff);
  const name = `Conflict ${number + 1} of ${of} of ${path}`;
  const digits = `${conflict.line + conflict.ours.length + conflict.below.length}`.length;
  const look = { digits, showEnds: false };
  const [atOurs, atTheirs] = [parts.above.length, parts.above.length + parts.ours.length];
  return (
    <section aria-label={visibleText(name, 'line')} className="border-b border-hairline">
      <div className="flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-1 bg-well px-4 py-1.5 text-small text-tertiary">
        <span className="font-medium text-secondary">
          {of === 1 ? 'Changed on both sides' : `Changed on both sides, ${number + 1} of ${of}`}
        </span>
        <span className="ms-auto flex items-center gap-1.5">
          <Segmented label={visibleText(name, 'line')} choices={sides} value={side} onChoose={onPick} />
          <Button look="quiet" title="Write it yourself" onClick={onEdit}>
            <SquarePen aria-hidden />
            Edit
          </Button>
        </span>
      </div>
      <div
        ref={body}
        role="group"
        aria-label={visibleText(`Lines of ${name}`, 'line')}
        tabIndex={0}
        dir="ltr"
        data-wrap={wrap ? '' : undefined}
        className="@container overflow-x-auto overflow-y-hidden focus-visible:-outline-offset-2"
      >
        <UnifiedLines lines={parts.above} first={0} {...look} />
        <SideName name="Ours" words="in the file now" taken={side === 'ours'} lines={conflict.ours} />
        <div data-dropped={side === 'theirs' ? '' : undefined} data-kept={side === 'ours' ? '' : undefined}>
          <UnifiedLines lines={parts.ours} first={atOurs} {...look} />
        </div>
        <SideName name="Theirs" words="in the change" taken={side === 'theirs'} lines={conflict.theirs} />
        <div data-dropped={side === 'ours' ? '' : undefined} data-kept={side === 'theirs' ? '' : undefined}>
          <UnifiedLines lines={parts.theirs} first={atTheirs} {...look} />
        </div>
        <div className="border-t border-hairline">
          <UnifiedLines lines={parts.below} first={atTheirs + parts.theirs.length} {...look} />
        </div>
      </div>
    </section>
  );
}

type SideNameProps = { name: string; words: string; taken: boolean; lines: readonly string[] };

function SideName({ name, words, taken, lines }: SideNameProps) {
  return (
    <p className="sticky inset-s-0 flex min-h-7 w-[100cqw] items-center gap-1.5 border-t border-hairline ps-4 font-sans text-small text-tertiary">
      <span className={`font-medium ${taken ? 'text-ink' : 'text-secondary'}`}>{name}</span>
      <span>{lines.length === 0 ? `${words}: nothing` : words}</span>
      {taken ? (
        <span className="flex items-center gap-1 font-medium text-ink">
          <Check aria-hidden className="size-3.5" />
          Chosen
        </span>
      ) : null}
    </p>
  );
}

type Parts = { above: ShownHunk; ours: ShownHunk; theirs: ShownHunk; below: ShownHunk };

/** The lines of a conflict, numbered as in the new text, with the words in which the two sides differ. */
function partsOf({ line, ours, theirs, above, below }: ShownConflict): Parts {
  const same = (lines: readonly string[], from: number | null) =>
    lines.map(
      (text, at): DiffLine => ({ kind: 'same', oldNumber: null, newNumber: from && from + at, text }),
    );
  const both = withWords([
    ...ours.map((text, at): DiffLine => ({ kind: 'removed', oldNumber: line + at, newNumber: null, text })),
    ...theirs.map((text): DiffLine => ({ kind: 'added', oldNumber: null, newNumber: null, text })),
  ]);
  return {
    above: inParts(same(above, line - above.length)),
    ours: inParts(both.slice(0, ours.length)),
    theirs: inParts(both.slice(ours.length)),
    below: inParts(same(below, line + ours.length)),
  };
}
