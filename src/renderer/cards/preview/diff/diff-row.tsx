import type { DiffLine } from './diff-lines.ts';

/** A line of a diff knows its place, so that its colours can be found for it. */
export type DiffSide = 'old' | 'new';

type DiffRowProps = {
  line: DiffLine;
  /** The line's place among those of the file. */
  index: number;
  side: DiffSide;
  /** How many digits the largest number has. */
  digits: number;
  showEnds: boolean;
};

const looks = {
  same: { sign: ' ', says: '', look: '' },
  added: { sign: '+', says: 'Added: ', look: 'bg-diff-added' },
  removed: { sign: '−', says: 'Removed: ', look: 'bg-diff-removed' },
  remark: { sign: ' ', says: '', look: 'text-secondary italic' },
} as const;

/** One line: its number, a sign for what becomes of it, and its text. */
export function DiffRow({ line, index, side, digits, showEnds }: DiffRowProps) {
  const { sign, says, look } = looks[line.kind];
  const number = side === 'old' ? line.oldNumber : (line.newNumber ?? line.oldNumber);
  const hasCr = line.kind !== 'remark' && line.text.endsWith('\r');
  return (
    <div className={`flex gap-2 px-3 whitespace-pre ${look}`}>
      <span aria-hidden className="text-secondary select-none tabular-nums">
        {(number?.toString() ?? '').padStart(digits)}
      </span>
      <span aria-hidden className="select-none">
        {sign}
      </span>
      <span className="pe-3">
        {says === '' ? null : <span className="sr-only">{says}</span>}
        <span data-line={`${index} ${side}`}>{hasCr ? line.text.slice(0, -1) : line.text}</span>
        {hasCr && showEnds ? (
          <span title="Line end of Windows" className="ms-1 text-small text-secondary select-none">
            CR
          </span>
        ) : null}
      </span>
    </div>
  );
}

/** Stands where the other side has a line and this one has none. */
export function NoRow() {
  return (
    <div aria-hidden className="bg-hover whitespace-pre">
      {' '}
    </div>
  );
}
