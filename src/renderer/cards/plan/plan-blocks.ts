import { plainTextOf } from '../../../shared/markdown/plain-text.ts';
import { type MarkdownToken, within } from '../../../shared/markdown/read-markdown.ts';

/**
 * A block that can have a note: a heading, paragraph, list item, code, formula or table. `depth` is that of a heading,
 * 0 for others, `heading` the text of the heading above, `quote` how it begins. `isChanged` where part of it is new or
 * gone; `isChangedBelow` for a heading of which that is true up to the next one.
 */
type PlanBlock = {
  token: MarkdownToken;
  depth: number;
  heading: string;
  quote: string;
  isChanged: boolean;
  isChangedBelow: boolean;
};

/** Length of the quote from a block, in characters. */
const quoted = 80;

/** The blocks of a plan in order. What is inside a list item belongs to it, except inner lists. */
export function planBlocks(plan: readonly MarkdownToken[]): PlanBlock[] {
  const blocks: PlanBlock[] = [];
  let heading = '';

  function noteChange(): void {
    const above = blocks.findLast(({ depth }) => depth > 0);
    if (above !== undefined) above.isChangedBelow = true;
  }

  function add(token: MarkdownToken, text: string): void {
    const depth = token.type === 'heading' ? token.depth : 0;
    if (depth > 0) heading = text;
    const isChanged = hasChange(token);
    blocks.push({ token, depth, heading, quote: inShort(text), isChanged, isChangedBelow: false });
    if (isChanged) noteChange();
  }

  function visit(token: MarkdownToken): void {
    if (token.type === 'change') {
      if (token.change === 'added') within(token.tokens).forEach(visit);
      return noteChange();
    }
    if (token.type === 'list') return token.items.forEach(visit);
    if (token.type === 'blockquote') return within(token.tokens).forEach(visit);
    if (token.type === 'list_item') {
      const inner = within(token.tokens).flatMap(asItIsNow);
      add(token, plainTextOf(inner.filter(({ type }) => type !== 'list')));
      return inner.filter(({ type }) => type === 'list').forEach(visit);
    }
    if (token.type === 'table') return add(token, headOf(token));
    const { type } = token;
    if (type === 'heading' || type === 'paragraph' || type === 'code' || (type === 'math' && token.block))
      add(token, plainTextOf([token]));
  }

  plan.forEach(visit);
  return blocks;
}

/** What a part of a changed plan is in the plan itself: nothing where it is gone. */
function asItIsNow(token: MarkdownToken): MarkdownToken[] {
  if (token.type !== 'change') return [token];
  return token.change === 'added' ? within(token.tokens).flatMap(asItIsNow) : [];
}

/** True for a block with words that are new or gone; what is in a list inside an item is that list's. */
function hasChange(token: MarkdownToken): boolean {
  if (token.type === 'change' || (token.type === 'code' && 'before' in token)) return true;
  if (token.type === 'table')
    return [token.header, ...token.rows].flat().some(({ tokens }) => within(tokens).some(hasChange));
  return token.type !== 'list' && 'tokens' in token && within(token.tokens ?? []).some(hasChange);
}

/** The first row of a table. */
function headOf({ header }: Extract<MarkdownToken, { type: 'table' }>): string {
  return header.map(({ tokens }) => plainTextOf(within(tokens))).join(' | ');
}

function inShort(text: string): string {
  return text.length <= quoted ? text : `${text.slice(0, quoted - 1).trimEnd()}…`;
}

/**
 * A block of the plan as shown, with its number there; `at` is its number in the proposed plan, null if it is
 * not in there.
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
