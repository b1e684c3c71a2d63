import { type MarkdownToken, readMarkdown } from '../../ui/markdown/read-markdown.ts';
import type { MarkdownBlocks } from './markdown-blocks.ts';
import { mendTail } from './mend-tail.ts';

/** The blocks of a text after its finished ones; while it grows, as they will most likely turn out. */
export function tailBlocks(
  { tailStart, fence }: MarkdownBlocks,
  text: string,
  growing: boolean,
): MarkdownToken[] {
  const tail = text.slice(tailStart);
  if (tail.trim() === '') return [];
  if (!growing) return readMarkdown(tail);
  return fence === null ? readMarkdown(mendTail(tail)) : [openCode(tail)];
}

/** A code block without its end yet: its text is only ever appended to, so it needs no reading. */
function openCode(raw: string): MarkdownToken {
  const opening = raw.search(/[`~]/);
  const firstLine = raw.indexOf('\n', opening);
  const lang = /^[`~]+[ \t]*([^\s`]*)/.exec(raw.slice(opening, firstLine))?.[1] ?? '';
  return { type: 'code', raw, lang, text: raw.slice(firstLine + 1).replace(/\n$/, '') };
}
