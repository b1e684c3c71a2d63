import { plainTextOf } from '../../../shared/markdown/plain-text.ts';
import { type MarkdownToken, within } from '../../../shared/markdown/read-markdown.ts';

/**
 * Something of a plan that can have a note: a heading, a paragraph, an item of a list, code, a table.
 * `token` is what was read of it, `depth` that of a heading and 0 of all others, `heading` the text of
 * the heading it stands under, `quote` how it begins.
 */
type PlanBlock = { token: MarkdownToken; depth: number; heading: string; quote: string };

/** Length of the quote from a block, in characters. */
const quoted = 80;

/** The blocks of a plan in their order; what stands inside an item belongs to it, but for inner lists. */
export function planBlocks(plan: readonly MarkdownToken[]): PlanBlock[] {
  const blocks: PlanBlock[] = [];
  let heading = '';

  function add(token: MarkdownToken, text: string): void {
    const depth = token.type === 'heading' ? token.depth : 0;
    if (depth > 0) heading = text;
    blocks.push({ token, depth, heading, quote: inShort(text) });
  }

  function visit(token: MarkdownToken): void {
    if (token.type === 'list') return token.items.forEach(visit);
    if (token.type === 'blockquote') return within(token.tokens).forEach(visit);
    if (token.type === 'list_item') {
      const inner = within(token.tokens);
      add(token, plainTextOf(inner.filter(({ type }) => type !== 'list')));
      return inner.filter(({ type }) => type === 'list').forEach(visit);
    }
    if (token.type === 'table') return add(token, headOf(token));
    if (token.type === 'heading' || token.type === 'paragraph' || token.type === 'code')
      add(token, plainTextOf([token]));
  }

  plan.forEach(visit);
  return blocks;
}

/** The first row of a table. */
function headOf({ header }: Extract<MarkdownToken, { type: 'table' }>): string {
  return header.map(({ tokens }) => plainTextOf(within(tokens))).join(' | ');
}

function inShort(text: string): string {
  return text.length <= quoted ? text : `${text.slice(0, quoted - 1).trimEnd()}…`;
}

/**
 * A block of the plan as it is shown, and its number there; `at` is that in the proposed one, null where
 * it is not there.
 */
export type ShownBlock = PlanBlock & { number: number; at: number | null };

/**
 * The blocks of the plan as the person has it, each with its number among those that were proposed:
 * notes are about these. Equal blocks belong together in their order; what was written anew has no number.
 */
export function shownBlocks(proposed: readonly PlanBlock[], shown: readonly PlanBlock[]): ShownBlock[] {
  let next = 0;
  return shown.map((block, number) => {
    const at = proposed.findIndex((other, index) => index >= next && isSame(other, block));
    if (at === -1) return { ...block, number, at: null };
    next = at + 1;
    return { ...block, number, at };
  });
}

function isSame(one: PlanBlock, other: PlanBlock): boolean {
  return one.quote === other.quote && one.depth === other.depth;
}
