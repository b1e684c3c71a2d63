import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmOptions } from '../ui/gfm.ts';

type Node = { type: string; value?: string; alt?: string | null; children?: readonly Node[] };

/** Nodes whose neighbours go on in the same line. */
const inline = new Set(['text', 'emphasis', 'strong', 'delete', 'inlineCode', 'link', 'linkReference']);

/** What a Markdown text says, without its marks, to be read aloud. */
export function plainText(markdown: string): string {
  const root = fromMarkdown(markdown, gfmOptions);
  return wordsOf(root).replace(/\s+/g, ' ').trim();
}

function wordsOf({ type, value, alt, children }: Node): string {
  const words = children?.map(wordsOf).join('') ?? value ?? alt ?? '';
  return inline.has(type) ? words : `${words} `;
}
