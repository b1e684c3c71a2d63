import { ChevronDown } from 'lucide-react';
import type { FileDiff, Hunk } from '../../../shared/resolve/preview.ts';
import { type DiffLine, diffLines } from './diff-lines.ts';
import { changeWords, countLines } from './preview-words.ts';

type FileDiffProps = { file: FileDiff; open: boolean; onTurn(): void };

/** One file of a preview: its name and what becomes of it; opens to its changed lines. */
export function FileDiffView({ file, open, onTurn }: FileDiffProps) {
  const { added, removed } = countLines(file);
  return (
    <li className="min-w-0 rounded-control border border-hairline">
      <button
        type="button"
        aria-expanded={open}
        onClick={onTurn}
        className="hit grid w-full grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 rounded-control px-3 py-1.5 text-start lg:grid-cols-[auto_minmax(0,1fr)_auto] text-minor hover:bg-hover"
      >
        <ChevronDown aria-hidden className={`size-4 shrink-0 ${open ? '' : '-rotate-90'}`} />
        <span className="min-w-0 font-mono text-code wrap-anywhere" dir="ltr">
          {file.path}
        </span>
        <span className="col-start-2 text-small lg:col-start-3 text-secondary tabular-nums">
          {[changeWords(file), added && `${added} added`, removed && `${removed} removed`]
            .filter(Boolean)
            .join(', ')}
        </span>
      </button>
      {open ? (
        <div
          role="group"
          aria-label={`Changes of ${file.path}`}
          tabIndex={0}
          dir="ltr"
          className="max-h-[60dvh] overflow-auto rounded-b-control border-t border-hairline bg-sunken py-1 font-mono text-code"
        >
          {file.hunks.length === 0 ? <p className="px-3 text-secondary">The file is empty.</p> : null}
          {file.hunks.map((hunk, index) => (
            <HunkView key={hunk.newStart + index / 1_000} hunk={hunk} first={index === 0} />
          ))}
        </div>
      ) : null}
    </li>
  );
}

function HunkView({ hunk, first }: { hunk: Hunk; first: boolean }) {
  const width = String(Math.max(hunk.oldStart + hunk.oldLines, hunk.newStart + hunk.newLines)).length;
  return (
    <div className={`min-w-max ${first ? '' : 'mt-1 border-t border-hairline pt-1'}`}>
      {diffLines(hunk).map((line, index) => (
        <Line key={index} line={line} width={width} />
      ))}
    </div>
  );
}

const looks = {
  same: { sign: ' ', says: '', look: '' },
  added: { sign: '+', says: 'Added: ', look: 'bg-diff-added' },
  removed: { sign: '-', says: 'Removed: ', look: 'bg-diff-removed' },
  remark: { sign: ' ', says: '', look: 'text-secondary italic' },
} as const;

function Line({ line, width }: { line: DiffLine; width: number }) {
  const { sign, says, look } = looks[line.kind];
  const number = (line.newNumber ?? line.oldNumber)?.toString() ?? '';
  return (
    <div className={`flex gap-2 px-3 whitespace-pre ${look}`}>
      <span aria-hidden className="text-secondary select-none tabular-nums">
        {number.padStart(width)}
      </span>
      <span aria-hidden className="select-none">
        {sign}
      </span>
      <span>
        {says === '' ? null : <span className="sr-only">{says}</span>}
        {line.text}
      </span>
    </div>
  );
}
