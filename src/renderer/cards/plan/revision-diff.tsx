import type { FileDiff } from '../../../shared/previews/preview.ts';
import type { DiffLine } from '../preview/diff/diff-lines.ts';
import { Cut } from '../preview/diff/diff-views.tsx';
import { rowsOf, shownText } from '../preview/diff/diff-rows.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

type RevisionDiffProps = { name: string; file: FileDiff };

/** Diff of a text that is read as prose: its lines wrap. */
export function RevisionDiff({ name, file }: RevisionDiffProps) {
  return (
    <figure className="my-3">
      <figcaption className="mb-1 text-second text-secondary">{name}</figcaption>
      <Changes name={name} file={file} />
    </figure>
  );
}

function Changes({ name, file }: RevisionDiffProps) {
  return (
    <div
      role="group"
      aria-label={name}
      tabIndex={0}
      dir="auto"
      className="max-h-[60dvh] overflow-y-auto rounded-control border border-hairline bg-well py-1 text-second"
    >
      {file.hunks.map((hunk, index) => (
        <div key={hunk.newStart} className={index === 0 ? '' : 'mt-1 border-t border-hairline pt-1'}>
          {rowsOf(hunk, 0, Number.POSITIVE_INFINITY).map((line, number) => (
            <Line key={number} line={line} />
          ))}
        </div>
      ))}
    </div>
  );
}

const looks = {
  same: { sign: '', says: '', look: '' },
  added: { sign: '+', says: 'Added: ', look: 'bg-diff-added' },
  removed: { sign: '−', says: 'Removed: ', look: 'bg-diff-removed' },
  remark: { sign: '', says: '', look: 'text-secondary italic' },
} as const;

function Line({ line }: { line: DiffLine }) {
  const { sign, says, look } = looks[line.kind];
  return (
    <p className={`grid min-h-[1.5em] grid-cols-[1ch_minmax(0,1fr)] gap-2 px-3 ${look}`}>
      <span aria-hidden className="font-mono select-none">
        {sign}
      </span>
      <span className="wrap-anywhere whitespace-pre-wrap">
        {says === '' ? null : <span className="sr-only">{says}</span>}
        <Cut count={line.part?.cutBefore} />
        <VisibleText text={shownText(line)} />
        <Cut count={line.part?.cutAfter} />
      </span>
    </p>
  );
}
