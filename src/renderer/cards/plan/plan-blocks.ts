import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as textOf } from 'mdast-util-to-string';
import { gfmOptions } from '../../ui/gfm.ts';

/**
 * Something of a plan that can have a note: a heading, a paragraph, an item of a list, code, a table.
 * `offset` is where it begins in the source, `depth` that of a heading and 0 of all others, `heading`
 * the text of the heading it stands under, `quote` how it begins.
 */
export type PlanBlock = { offset: number; depth: number; heading: string; quote: string };

type Node = ReturnType<typeof fromMarkdown>['children'][number];

/** What is a block by itself, besides tables and the items of lists. */
const noted = new Set<Node['type']>(['heading', 'paragraph', 'code']);

/** How much of a block is quoted, in characters. */
const quoted = 80;

/** The blocks of a plan in their order; what stands inside an item belongs to it, but for inner lists. */
export function planBlocks(markdown: string): PlanBlock[] {
  const blocks: PlanBlock[] = [];
  let heading = '';

  function add(node: Node, text: string): void {
    const depth = node.type === 'heading' ? node.depth : 0;
    if (depth > 0) heading = text;
    blocks.push({ offset: node.position?.start.offset ?? 0, depth, heading, quote: inShort(text) });
  }

  function visit(node: Node): void {
    if (node.type === 'list' || node.type === 'blockquote') return node.children.forEach(visit);
    if (node.type === 'listItem') {
      const own = node.children.filter(({ type }) => type !== 'list');
      add(node, own.map((child) => textOf(child)).join(' '));
      return node.children.filter(({ type }) => type === 'list').forEach(visit);
    }
    if (node.type === 'table') return add(node, headOf(node));
    if (noted.has(node.type)) add(node, textOf(node));
  }

  fromMarkdown(markdown, gfmOptions).children.forEach(visit);
  return blocks;
}

/** The first row of a table. */
function headOf({ children: [head] }: Extract<Node, { type: 'table' }>): string {
  return (head?.children ?? []).map((cell) => textOf(cell)).join(' | ');
}

function inShort(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= quoted ? line : `${line.slice(0, quoted - 1).trimEnd()}…`;
}
