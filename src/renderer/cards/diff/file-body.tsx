import { UnfoldVertical } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import '../../styles/diff.css';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type DiffLook, SplitLines, UnifiedLines, useDiffColours } from './diff-views.tsx';
import { CommentedLinesContext, type CommentsOnFile, LooseComments, useCommentedLines } from './comments.tsx';
import { DropButton } from './file-diff.tsx';
import {
  type Block,
  blocksOf,
  hasMixedEnds,
  rowsShown,
  rowNoun,
  shownHunks,
  unchangedAfter,
  unchangedBefore,
} from './shown-hunks.ts';

/** The unchanged lines around the changes, of which some are shown. */
type Surroundings = {
  /** The changes before which they are shown, by number; the number behind the last stands for those to the end. */
  shown: readonly number[];
  /** The lines of the whole new text, once it is loaded. */
  text: readonly string[] | null;
  onShow(change: number): void;
};

type FileBodyProps = {
  file: FileDiff;
  split: boolean;
  wrap: boolean;
  parts: number;
  onParts(count: number): void;
  shownRows: number;
  onRows(count: number): void;
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
  const { shown, rows, isComing, blocks, flat, after } = useBlocks(props);
  const { lines: commented, loose, onPointerMove } = useCommentedLines(flat, comments);
  const layout = beside ? `beside ${[...commented.noted].join()}` : 'unified';
  const hunksThere = useLastWhile(flat, !isComing);
  const shownDiff = useMemo(() => ({ hunks: hunksThere, layout }), [hunksThere, layout]);
  useDiffColours(body, path, shownDiff);
  if (rows === 0) return <p className="px-4 py-2 text-second text-secondary">{noLinesText(file)}</p>;
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
        onPointerMove={onPointerMove}
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
            <Fold
              words={`${gapText(after.count)} to the end`}
              onShow={() => surroundings.onShow(hunks.length)}
            />
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
      <MoreRows {...{ rows, parts, onParts }} words={rowNoun(file)} />
    </div>
  );
}

function noLinesText({ change, meanwhile }: FileDiff): string {
  if (change === 'changed') return 'No changes are left.';
  return meanwhile === 'deleted' ? 'The file is gone already.' : 'The file is empty.';
}

const nothingAround: Pick<Surroundings, 'shown' | 'text'> = { shown: [], text: null };

function useBlocks({ file, parts, shownRows, onRows, surroundings }: FileBodyProps) {
  const { hunks } = file;
  const { shown: gaps, text } = surroundings ?? nothingAround;
  const { shown, rows } = useMemo(() => shownHunks(hunks, shownRows), [hunks, shownRows]);
  const isComing = useComingRows(shownRows, Math.min(rows, rowsShown(parts)), onRows);
  const blocks = useMemo(
    () => blocksOf(shown, unchangedBefore(hunks), gaps, text),
    [shown, hunks, gaps, text],
  );
  const isWhole = rows <= shownRows;
  const after = useMemo(
    () => (isWhole ? unchangedAfter(file, gaps.includes(hunks.length) ? text : null) : null),
    [file, hunks, isWhole, gaps, text],
  );
  const flat = useMemo(
    () => [...blocks.map(({ before, lines }) => [...before, ...lines]), after?.lines ?? []],
    [blocks, after],
  );
  return { shown, rows, isComing, blocks, flat, after };
}

/** Rows that come with one frame. */
const inFrame = 200;

/** Shows more rows with each frame, until all that are due are there; returns true until then. */
function useComingRows(shown: number, due: number, onRows: (count: number) => void): boolean {
  const show = useEffectEvent(onRows);
  const isComing = shown < due;
  useEffect(() => {
    if (!isComing) return;
    const frame = requestAnimationFrame(() => show(shown + inFrame));
    return () => cancelAnimationFrame(frame);
  }, [isComing, shown]);
  return isComing;
}

/** Returns the value of the last render in which `holds` was true. */
function useLastWhile<Value>(value: Value, holds: boolean): Value {
  const [last, keep] = useState(value);
  if (holds && last !== value) keep(value);
  return holds ? value : last;
}

type MoreRowsProps = { rows: number; words: string; parts: number; onParts(count: number): void };

function MoreRows({ rows, words, parts, onParts }: MoreRowsProps) {
  const left = rows - Math.min(rows, rowsShown(parts));
  const next = Math.min(left, rowsShown(parts + 1) - rowsShown(parts));
  if (left === 0) return null;
  return (
    <button
      type="button"
      onClick={() => onParts(parts + 1)}
      className="hit w-full border-t border-hairline px-4 text-second font-medium hover:bg-hover focus-visible:-outline-offset-2"
    >
      {`Show ${lineCount(next)} more ${words} `}
      <span className="font-normal text-secondary">
        {`(${lineCount(rows - left)} of ${lineCount(rows)} are shown)`}
      </span>
    </button>
  );
}

function digitsOf({ hunks }: FileDiff): number {
  const last = hunks.at(-1);
  const ends = [(last?.oldStart ?? 0) + (last?.oldLines ?? 0), (last?.newStart ?? 0) + (last?.newLines ?? 0)];
  return `${Math.max(...ends)}`.length;
}

type ChangeProps = {
  block: Block;
  number: number;
  of: number;
  heading: string | undefined;
  path: string;
  beside: boolean;
  look: DiffLook;
  drops: DroppedChanges;
  onShow: (() => void) | null;
};

function Change({ block, number, of, heading, path, beside, look, drops, onShow }: ChangeProps) {
  const { gap, before, lines, first } = block;
  const isDropped = drops.numbers.has(number);
  const title = `Change ${number + 1} of ${of}`;
  const Lines = beside ? SplitLines : UnifiedLines;
  const name = visibleText(`Changes of ${path}`, 'line');
  return (
    <>
      {gap === null ? null : <Fold words={gapText(gap.count)} onShow={onShow} />}
      {before.length === 0 ? null : <Lines lines={before} first={first} name={name} {...look} />}
      <div
        data-change={number}
        data-dropped={isDropped ? '' : undefined}
        tabIndex={-1}
        className="outline-none"
      >
        {of === 1 ? null : (
          <div className="sticky inset-s-0 flex min-h-8 w-[100cqw] items-center gap-2.5 bg-well ps-4 pe-1.5 font-sans text-small text-tertiary">
            <span className="shrink-0 font-medium text-secondary">{title}</span>
            {heading === undefined || isDropped ? null : (
              <span dir="ltr" title={visibleText(heading, 'line')} className="min-w-0 cut-off font-mono">
                <VisibleText text={heading} layout="line" />
              </span>
            )}
            {isDropped ? <span>Dropped</span> : null}
            {drops.onDrop === null ? null : (
              <DropButton
                name={visibleText(`change ${number + 1} of ${path}`, 'line')}
                dropped={isDropped}
                onDrop={(dropped) => drops.onDrop?.(number, dropped)}
              />
            )}
          </div>
        )}
        <Lines lines={lines} first={first + before.length} name={name} {...look} />
      </div>
    </>
  );
}

function gapText(lines: number): string {
  return lines === 1 ? '1 unchanged line' : `${lineCount(lines)} unchanged lines`;
}

const foldLook =
  'sticky inset-s-0 flex w-[100cqw] items-center gap-2 border-y border-hairline ps-4 font-sans text-small text-tertiary first:border-t-0';

function Fold({ words, onShow }: { words: string; onShow: (() => void) | null }) {
  if (onShow === null) return <p className={`min-h-8 ${foldLook}`}>{words}</p>;
  return (
    <button
      type="button"
      onClick={onShow}
      className={`hit text-start hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 ${foldLook}`}
    >
      <UnfoldVertical aria-hidden className="size-3.5" />
      {`Show ${words}`}
    </button>
  );
}

/** The changes of a file that will not be applied, by their numbers from 0. */
type DroppedChanges = {
  numbers: ReadonlySet<number>;
  /** Null where nothing can be dropped now. */
  onDrop: ((change: number, dropped: boolean) => void) | null;
};

const lineCount = (lines: number) => lines.toLocaleString('en');
