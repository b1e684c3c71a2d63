import { openMath } from '../../../shared/markdown/math.ts';
import { type MarkdownToken, readMarkdown } from '../../../shared/markdown/read-markdown.ts';

/**
 * A growing Markdown text, cut into blocks that are final and a tail that can still change. The final blocks come
 * in sheets: all sheets but the last keep their identity for good, and the last until another block is finished.
 */
export type MarkdownBlocks = {
  finished: readonly BlockSheet[];
  /** Where the tail starts, and where its last parsed complete line ends. */
  tailStart: number;
  scanned: number;
  /** The mark that closes the code block that the tail is inside of. */
  fence: string | null;
};

export type BlockSheet = readonly MarkdownToken[];

/** Blocks on each sheet but the last. */
export const sheetSize = 32;

export const noBlocks: MarkdownBlocks = { finished: [], tailStart: 0, scanned: 0, fence: null };

/**
 * Returns the blocks after `text` has grown; its lines end in `\n` alone. Reads nothing before the tail, and
 * inside a code block only the new lines; returns `blocks` itself while no further line is complete.
 */
export function growBlocks(blocks: MarkdownBlocks, text: string): MarkdownBlocks {
  if (text.length < blocks.scanned) return growBlocks(noBlocks, text);
  const complete = text.lastIndexOf('\n') + 1;
  if (complete <= blocks.scanned) return blocks;
  if (blocks.fence !== null) return growFence(blocks, blocks.fence, text, complete);
  return cutFinished(blocks, text, complete);
}

function growFence(blocks: MarkdownBlocks, fence: string, text: string, complete: number): MarkdownBlocks {
  const closing = new RegExp(`^ {0,3}${fence}+[ \\t]*$`);
  let line = blocks.scanned;
  while (line < complete) {
    const next = text.indexOf('\n', line) + 1;
    if (closing.test(text.slice(line, next - 1))) {
      const finished = withBlocks(blocks.finished, readMarkdown(text.slice(blocks.tailStart, next)));
      return growBlocks({ finished, tailStart: next, scanned: next, fence: null }, text);
    }
    line = next;
  }
  return { ...blocks, scanned: complete };
}

/**
 * Everything before the last block is final: lines that follow cannot reach back into it. The last block can
 * still change (a list goes on, a paragraph becomes a heading).
 */
function cutFinished(blocks: MarkdownBlocks, text: string, complete: number): MarkdownBlocks {
  const tail = text.slice(blocks.tailStart, complete);
  const cut = finishedTokens(tail);
  const tailStart = blocks.tailStart + cut.reduce((length, { raw }) => length + raw.length, 0);
  const grown = {
    finished: withBlocks(blocks.finished, cut),
    tailStart,
    scanned: complete,
    fence: null,
  };
  const fence = openFence(text.slice(tailStart, complete));
  if (fence === null) return grown;
  const firstLine = text.indexOf('\n', tailStart) + 1;
  return growFence({ ...grown, scanned: firstLine, fence }, fence, text, complete);
}

/** Returns the blocks before the last one, and before a formula that is still open. */
function finishedTokens(tail: string): MarkdownToken[] {
  const tokens = readMarkdown(tail);
  const last = tokens.findLastIndex(({ type }) => type !== 'space');
  const open = openMath(tail);
  let end = 0;
  return tokens.slice(0, Math.max(0, last)).filter(({ raw }) => (end += raw.length) <= open || open === -1);
}

/** Returns the opening mark if the text begins with a code block. */
function openFence(block: string): string | null {
  return /^\s*?(?:^|\n) {0,3}(`{3,}|~{3,})(?=[^`\n]*\n)/.exec(block)?.[1] ?? null;
}

/** Returns the sheets with the visible ones of these blocks added; the same sheets if none is visible. */
export function withBlocks(
  sheets: readonly BlockSheet[],
  read: readonly MarkdownToken[],
): readonly BlockSheet[] {
  const blocks = read.filter(({ type }) => type !== 'space' && type !== 'def');
  if (blocks.length === 0) return sheets;
  const last = sheets.at(-1);
  if (last === undefined || last.length === sheetSize) return [...sheets, ...inSheets(blocks)];
  return [...sheets.slice(0, -1), ...inSheets([...last, ...blocks])];
}

function inSheets(blocks: readonly MarkdownToken[]): BlockSheet[] {
  const count = Math.ceil(blocks.length / sheetSize);
  return Array.from({ length: count }, (_, sheet) =>
    blocks.slice(sheet * sheetSize, (sheet + 1) * sheetSize),
  );
}
