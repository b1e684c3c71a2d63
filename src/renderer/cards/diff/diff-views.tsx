import { type CSSProperties, Fragment, memo, type ReactNode, type RefObject, use, useEffect } from 'react';
import { hasHiddenCharacters } from '../../../shared/hidden-characters.ts';
import { HighlighterContext } from '../../ui/highlight/highlighter.ts';
import { languageOfFile } from '../../ui/highlight/languages.ts';
import { canPaint, paintCode, type ShownCode } from '../../ui/highlight/paint-code.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { DiffLine } from './diff-lines.ts';
import { shownText } from './diff-rows.ts';
import {
  BelowLine,
  CommentButton,
  type CommentedLines,
  CommentedLinesContext,
  isChosen,
  isNoted,
  markOf,
} from './comments.tsx';
import type { ShownHunk } from './shown-hunks.ts';

type DiffSide = 'old' | 'new';

export type DiffLook = {
  digits: number;
  showEnds: boolean;
};

type LinesProps = DiffLook & {
  lines: ShownHunk;
  /** The index of the first line among those of the file. */
  first: number;
};

/** Lines of a diff one under the other. */
export const UnifiedLines = memo(function UnifiedLines({ lines, first, digits, showEnds }: LinesProps) {
  const comments = use(CommentedLinesContext);
  return (
    <div className="diff-lines w-max min-w-full in-data-wrap:w-full" style={digitsStyle(digits)}>
      <RowPieces rows={lines} lengthOf={lengthOfLine}>
        {(line, at) => {
          const side = line.kind === 'removed' ? 'old' : 'new';
          return (
            <Fragment key={at}>
              <DiffRow
                index={first + at}
                both
                chosen={isChosen(line, comments)}
                {...{ line, side, digits, showEnds }}
              />
              {isNoted(line, comments) ? <BelowLine line={line} /> : null}
            </Fragment>
          );
        }}
      </RowPieces>
    </div>
  );
});

function lengthOfLine(line: DiffLine): number {
  return shownText(line).length;
}

/** Rows in one piece. */
const inPiece = 100;

type RowPiecesProps<Row> = {
  rows: readonly Row[];
  lengthOf(row: Row): number;
  children(row: Row, at: number): ReactNode;
};

/** Many rows in pieces, each laid out and painted where it is seen. */
function RowPieces<Row>({ rows, lengthOf, children }: RowPiecesProps<Row>) {
  if (rows.length <= inPiece) return rows.map(children);
  return Array.from({ length: Math.ceil(rows.length / inPiece) }, (_, number) => {
    const from = number * inPiece;
    const some = rows.slice(from, from + inPiece);
    return (
      <div key={number} className="diff-piece" style={pieceStyle(some.map(lengthOf))}>
        {some.map((row, at) => children(row, from + at))}
      </div>
    );
  });
}

/** The size of a piece before it is laid out, from the lengths of its rows. */
export function pieceStyle(lengths: readonly number[]): CSSProperties {
  return { ['--lines' as string]: lengths.length, ['--widest' as string]: Math.max(...lengths) };
}

function digitsStyle(digits: number): CSSProperties {
  return { ['--digits' as string]: digits };
}

type DiffRowProps = DiffLook & {
  line: DiffLine;
  /** The line's index among those of the file. */
  index: number;
  side: DiffSide;
  /** True to show its numbers on both sides. */
  both?: boolean;
  /** True for the one line that has the button for comments. */
  chosen: boolean;
  /** True if the line is on the other side too, which is the one for comments. */
  unmarked?: boolean;
};

/** The width of a number's column in digits, on the right of another one. */
const leastColumn = 5;

/** One row. A row with invisible characters is neither coloured nor marked. */
const DiffRow = memo(function DiffRow(props: DiffRowProps) {
  const { line, index, side, digits, showEnds, both = false, chosen, unmarked = false } = props;
  const { kind, words, part, oldNumber, newNumber } = line;
  const text = shownText(line);
  const near = side === 'old' ? oldNumber : (newNumber ?? oldNumber);
  const isEnd = part === undefined || part.to === line.text.length;
  const hasCr = kind !== 'remark' && isEnd && text.endsWith('\r');
  const code = hasCr ? text.slice(0, -1) : text;
  const isHidden = hasHiddenCharacters(code);
  const numbers = both
    ? {
        'data-old': numberText(oldNumber, digits),
        'data-new': numberText(newNumber, Math.max(leastColumn, digits + 1)),
      }
    : { 'data-old': '', 'data-new': numberText(near, digits) };
  return (
    <div
      className="diff-row"
      data-kind={kind}
      data-flows={part !== undefined && part.from > 0 && part.cutBefore === 0 ? '' : undefined}
      {...numbers}
      data-near={near ?? ''}
      data-line={isHidden || part !== undefined ? undefined : `${index} ${side}`}
      data-mark={(unmarked ? null : markOf(line)) ?? undefined}
    >
      <Cut count={part?.cutBefore} />
      {isHidden || words === undefined ? <VisibleText text={code} /> : markedWords(code, words)}
      <Cut count={part?.cutAfter} />
      {hasCr && showEnds ? <span className="diff-end" title="Windows line ending" /> : null}
      {chosen ? <CommentButton line={line} /> : null}
    </div>
  );
});

export function Cut({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return <span className="diff-cut" data-words={cutText(count)} />;
}

function cutText(count: number): string {
  return `⋯ ${count.toLocaleString('en')} ${count === 1 ? 'character' : 'characters'}`;
}

function markedWords(code: string, words: NonNullable<DiffLine['words']>): ReactNode[] {
  if (words.length === 0) return [code];
  const ends = words.map(({ end }) => end);
  return words.flatMap(({ start, end }, at) => [
    code.slice(ends[at - 1] ?? 0, start),
    <span key={at} className="diff-word">
      {code.slice(start, end)}
    </span>,
    ...(at === words.length - 1 ? [code.slice(end)] : []),
  ]);
}

function numberText(number: number | null, width: number): string {
  return (number?.toString() ?? '').padStart(width);
}

/** A diff as it stands on the page; with another `layout` its lines are other elements. */
type ShownDiff = { hunks: readonly ShownHunk[]; layout: string };

/**
 * Colours the lines of a diff, each side as the code it is. A worker finds the colours, since nobody needs
 * them to read the lines.
 */
export function useDiffColours(element: RefObject<HTMLElement | null>, path: string, shown: ShownDiff): void {
  const highlighter = use(HighlighterContext);
  useEffect(() => {
    const language = languageOfFile(path);
    if (highlighter === null || language === null || !canPaint()) return;
    const { hunks } = shown;
    const undo: (() => void)[] = [];
    let gone = false;
    for (const side of ['old', 'new'] as const) {
      const { code, starts } = codeOf(hunks.flat(), side);
      void highlighter.spansOf(code, language).then((spans) => {
        if (!gone && element.current !== null)
          undo.push(paintCode(piecesIn(element.current, side, starts), spans));
      });
    }
    return () => {
      gone = true;
      for (const away of undo) away();
    };
  }, [highlighter, element, path, shown]);
}

/**
 * One side's code, and where each line of the diff begins in it. Parts of long lines are left out, being no
 * code by themselves.
 */
function codeOf(lines: readonly DiffLine[], side: DiffSide): { code: string; starts: Map<number, number> } {
  const starts = new Map<number, number>();
  const other = side === 'old' ? 'added' : 'removed';
  let code = '';
  for (const [index, { kind, text, part }] of lines.entries()) {
    if (kind === 'remark' || kind === other || part !== undefined) continue;
    starts.set(index, code.length);
    code += `${text.replace(/\r$/, '')}\n`;
  }
  return { code, starts };
}

/** The texts of one side's lines; a line with marked words has several. */
function piecesIn(element: HTMLElement, side: DiffSide, starts: ReadonlyMap<number, number>): ShownCode[] {
  return [...element.querySelectorAll<HTMLElement>(`[data-line$=" ${side}"]`)].flatMap((line) => {
    let from = starts.get(Number.parseInt(line.dataset['line'] ?? '', 10));
    const texts = [...line.childNodes].flatMap((node) => {
      const text = node instanceof Text ? node : node.firstChild;
      return text instanceof Text ? [text] : [];
    });
    return texts.flatMap((text) => {
      if (from === undefined) return [];
      const piece = { text, from };
      from += text.length;
      return [piece];
    });
  });
}

type SplitProps = LinesProps & { name: string };

/** Lines of a diff side by side; long lines scroll on each side separately. */
export const SplitLines = memo(function SplitLines({ name, lines, first, digits, showEnds }: SplitProps) {
  const comments = use(CommentedLinesContext);
  const indexes = new Map(lines.map((line, index) => [line, first + index]));

  function half(rows: readonly SplitRow[], side: DiffSide, label: string) {
    const lineOf = side === 'old' ? 'old' : 'now';
    return (
      <div
        role="group"
        aria-label={`${name}, ${label}`}
        tabIndex={0}
        className="min-w-0 overflow-x-auto focus-visible:-outline-offset-2"
      >
        <div className="diff-lines w-max min-w-full" data-sides="one" style={digitsStyle(digits)}>
          <RowPieces rows={rows} lengthOf={(pair) => lengthOfRow(pair[lineOf])}>
            {(pair, at) => row(pair[lineOf], at, side)}
          </RowPieces>
        </div>
      </div>
    );
  }

  function row(line: DiffLine | null, at: number, side: DiffSide) {
    if (line === null) return <div key={at} aria-hidden className="diff-row" data-kind="none" />;
    const isOwn = line.kind !== 'same' || side === 'new';
    return (
      <DiffRow
        key={at}
        index={indexes.get(line) ?? 0}
        chosen={isOwn && isChosen(line, comments)}
        unmarked={!isOwn}
        {...{ line, side, digits, showEnds }}
      />
    );
  }

  return splitAtComments(splitLines(lines), comments).map(({ rows, noted }, at) => (
    <Fragment key={at}>
      <div className="grid grid-cols-2 items-start">
        {half(rows, 'old', 'before')}
        <div className="min-w-0 border-s border-hairline">{half(rows, 'new', 'after')}</div>
      </div>
      {noted.map((line) => (
        <BelowLine key={markOf(line)} line={line} />
      ))}
    </Fragment>
  ));
});

function lengthOfRow(line: DiffLine | null): number {
  return line === null ? 0 : shownText(line).length;
}

type SplitPart = { rows: SplitRow[]; noted: DiffLine[] };

/** Splits the rows after each one that has something below it. */
function splitAtComments(rows: readonly SplitRow[], comments: CommentedLines | null): SplitPart[] {
  const parts: SplitPart[] = [];
  let part: SplitPart = { rows: [], noted: [] };
  for (const row of rows) {
    part.rows.push(row);
    const lines = row.old === row.now ? [row.now] : [row.old, row.now];
    part.noted = lines.filter((line) => line !== null).filter((line) => isNoted(line, comments));
    if (part.noted.length === 0) continue;
    parts.push(part);
    part = { rows: [], noted: [] };
  }
  return part.rows.length === 0 ? parts : [...parts, part];
}

/** One row of a diff side by side; a side is null where the other has more lines. */
type SplitRow = { old: DiffLine | null; now: DiffLine | null };

/** Pairs what was removed with what was added in its place. */
export function splitLines(lines: readonly DiffLine[]): SplitRow[] {
  const rows: SplitRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];

  function flush(): void {
    const count = Math.max(removed.length, added.length);
    for (let index = 0; index < count; index += 1) {
      rows.push({ old: removed[index] ?? null, now: added[index] ?? null });
    }
    [removed, added] = [[], []];
  }

  for (const [index, line] of lines.entries()) {
    switch (line.kind) {
      case 'removed':
        removed.push(line);
        break;
      case 'added':
        added.push(line);
        break;
      case 'same':
        flush();
        rows.push({ old: line, now: line });
        break;
      case 'remark':
        if (lines[index - 1]?.kind === 'removed') removed.push(line);
        else if (lines[index - 1]?.kind === 'added') added.push(line);
        else {
          flush();
          rows.push({ old: line, now: line });
        }
        break;
    }
  }
  flush();
  return rows;
}
