import '../../../styles/diff.css';
import { useMemo, useRef } from 'react';
import { visibleText } from '../../../../shared/hidden-characters.ts';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import { CommentedLinesContext, type CommentsOnFile, useCommentedLines } from './file-comments.ts';
import { LooseComments } from './line-comment.tsx';
import { type DiffLook, UnifiedLines, useDiffColours } from './diff-views.tsx';
import { SplitLines } from './split-lines.tsx';
import {
  blocksOf,
  hasMixedEnds,
  linesShown,
  shownHunks,
  unchangedAfter,
  unchangedBefore,
} from './shown-hunks.ts';
import { Change, lineCount, type DroppedChanges, Fold } from './file-change.tsx';

/** The unchanged lines around the changes, of which some are shown. */
export type Surroundings = {
  shown: readonly number[];
  /** The lines of the whole new text, once they are known; those shown after the last change have its number. */
  text: readonly string[] | null;
  onShow(change: number): void;
};

type FileBodyProps = {
  file: FileDiff;
  split: boolean;
  wrap: boolean;
  /** Number of shown parts of a long diff. */
  parts: number;
  onParts(count: number): void;
  drops: DroppedChanges;
  /** Null where only the lines around the changes are known. */
  surroundings: Surroundings | null;
  comments: CommentsOnFile;
};

/** The changed lines of one file: all, or as many as were asked for, with the count of the rest. */
export function FileBody(props: FileBodyProps) {
  const { file, split, wrap, parts, onParts, drops, surroundings, comments } = props;
  const { hunks, path } = file;
  const beside = split && file.change === 'changed';
  const body = useRef<HTMLDivElement>(null);
  const { shown, lines, blocks, flat, after } = useBlocks(props);
  const { lines: commented, loose, onPointerOver } = useCommentedLines(flat, comments);
  const layout = beside ? `beside ${[...commented.noted].join()}` : 'unified';
  const standing = useMemo(() => ({ hunks: flat, layout }), [flat, layout]);
  useDiffColours(body, path, standing);
  if (lines === 0) {
    return (
      <p className="px-4 py-2 text-second text-secondary">
        {file.change === 'changed'
          ? 'Nothing changes any more.'
          : file.meanwhile === 'deleted'
            ? 'The file is gone already.'
            : 'The file is empty.'}
      </p>
    );
  }
  const Lines = beside ? SplitLines : UnifiedLines;
  const look: DiffLook = { digits: digitsOf(file), showEnds: hasMixedEnds(shown) };
  const name = visibleText(`Changes of ${path}`, 'line');
  return (
    <div ref={body} data-file-body>
      <div
        role="group"
        aria-label={name}
        tabIndex={0}
        dir="ltr"
        data-wrap={wrap && !beside ? '' : undefined}
        onPointerOver={onPointerOver}
        className="@container overflow-x-auto overflow-y-hidden focus-visible:-outline-offset-2"
      >
        <CommentedLinesContext value={commented}>
          {blocks.map((block, number) => (
            <Change
              key={number}
              {...{ block, number, path, beside, look, drops }}
              of={hunks.length}
              heading={hunks[number]?.heading}
              onShow={surroundings === null ? null : () => surroundings.onShow(number)}
            />
          ))}
          {after === null || surroundings === null ? null : after.lines === null ? (
            <Fold words="unchanged lines to the end" onShow={() => surroundings.onShow(hunks.length)} />
          ) : (
            <Lines
              lines={after.lines}
              first={flat.flat().length - (after.lines?.length ?? 0)}
              name={name}
              {...look}
            />
          )}
        </CommentedLinesContext>
      </div>
      <LooseComments on={comments} comments={loose} />
      <MoreLines {...{ lines, parts, onParts }} />
    </div>
  );
}

const nothingAround: Pick<Surroundings, 'shown' | 'text'> = { shown: [], text: null };

/** The blocks of lines that are shown of a file. */
function useBlocks({ file: { hunks }, parts, surroundings }: FileBodyProps) {
  const { shown: gaps, text } = surroundings ?? nothingAround;
  const { shown, lines } = useMemo(() => shownHunks(hunks, linesShown(parts)), [hunks, parts]);
  const blocks = useMemo(
    () => blocksOf(shown, unchangedBefore(hunks), gaps, text),
    [shown, hunks, gaps, text],
  );
  const isWhole = lines <= linesShown(parts);
  const after = useMemo(
    () => (isWhole ? unchangedAfter(hunks, gaps.includes(hunks.length) ? text : null) : null),
    [hunks, isWhole, gaps, text],
  );
  const flat = useMemo(
    () => [...blocks.map(({ before, lines }) => [...before, ...lines]), after?.lines ?? []],
    [blocks, after],
  );
  return { shown, lines, blocks, flat, after };
}

type MoreLinesProps = { lines: number; parts: number; onParts(count: number): void };

function MoreLines({ lines, parts, onParts }: MoreLinesProps) {
  const left = lines - Math.min(lines, linesShown(parts));
  const next = Math.min(left, linesShown(parts + 1) - linesShown(parts));
  if (left === 0) return null;
  return (
    <button
      type="button"
      onClick={() => onParts(parts + 1)}
      className="hit w-full border-t border-hairline px-4 text-second font-medium hover:bg-hover focus-visible:-outline-offset-2"
    >
      {`Show ${lineCount(next)} more lines `}
      <span className="font-normal text-secondary">
        {`(${lineCount(lines - left)} of ${lineCount(lines)} are shown)`}
      </span>
    </button>
  );
}

function digitsOf({ hunks }: FileDiff): number {
  const last = hunks.at(-1);
  const ends = [(last?.oldStart ?? 0) + (last?.oldLines ?? 0), (last?.newStart ?? 0) + (last?.newLines ?? 0)];
  return `${Math.max(...ends)}`.length;
}
