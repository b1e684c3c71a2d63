import '../../../styles/diff.css';
import { useMemo, useRef } from 'react';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import { hasMixedEnds, linesShown, shownHunks } from './shown-hunks.ts';
import { type DiffBodyProps, SplitDiff, UnifiedDiff } from './diff-views.tsx';
import { useDiffColours } from './use-diff-colours.ts';

type FileBodyProps = {
  file: FileDiff;
  name: string;
  split: boolean;
  /** Number of shown parts of a long diff. */
  parts: number;
  onParts(count: number): void;
};

/** The changed lines of one file: all, or as many as were asked for, with the count of the rest. */
export function FileBody({ file, name, split, parts, onParts }: FileBodyProps) {
  const { shown, lines } = useMemo(() => shownHunks(file.hunks, linesShown(parts)), [file.hunks, parts]);
  const beside = split && file.change === 'changed';
  if (lines === 0) {
    return (
      <p className="border-t border-hairline px-3 py-2 text-second text-secondary">
        {file.change === 'changed' ? 'Nothing changes any more.' : 'The file is empty.'}
      </p>
    );
  }
  const last = file.hunks.at(-1);
  const digits = `${Math.max((last?.oldStart ?? 0) + (last?.oldLines ?? 0), (last?.newStart ?? 0) + (last?.newLines ?? 0))}`;
  const left = lines - Math.min(lines, linesShown(parts));
  const next = Math.min(left, linesShown(parts + 1) - linesShown(parts));
  return (
    <div className="overflow-hidden rounded-b-control border-t border-hairline">
      <ColouredDiff
        key={beside ? 'split' : 'unified'}
        path={file.path}
        split={beside}
        diff={{ name, hunks: shown, digits: digits.length, showEnds: hasMixedEnds(shown) }}
      />
      {left === 0 ? null : (
        <button
          type="button"
          onClick={() => onParts(parts + 1)}
          className="hit w-full border-t border-hairline px-3 text-second font-medium hover:bg-hover focus-visible:-outline-offset-2"
        >
          Show {count(next)} more lines{' '}
          <span className="font-normal text-secondary">
            ({count(lines - left)} of {count(lines)} are shown)
          </span>
        </button>
      )}
    </div>
  );
}

type ColouredDiffProps = { path: string; split: boolean; diff: DiffBodyProps };

function ColouredDiff({ path, split, diff }: ColouredDiffProps) {
  const body = useRef<HTMLDivElement>(null);
  useDiffColours(body, path, diff.hunks);
  return <div ref={body}>{split ? <SplitDiff {...diff} /> : <UnifiedDiff {...diff} />}</div>;
}

const count = (lines: number) => lines.toLocaleString('en');
