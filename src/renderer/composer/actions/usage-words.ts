import type { Usage, Workspace } from '../../../shared/workspace/workspace.ts';
import { lazyValue } from '../../../shared/lazy-value.ts';

const compact = lazyValue(
  () => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
);

const dollars = lazyValue(() => new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }));

/** Returns a number of tokens in few letters. */
export function shortCount(tokens: number): string {
  return compact().format(tokens).replace('K', 'k');
}

const sum = ({ input, output }: Usage) => input + output;

/**
 * Returns what a chat has cost, in few letters; null where no price is known. A plus says that it cost more
 * than that, since some of its tokens have no known price.
 */
export function costText({ cost }: Workspace['usage']): string | null {
  if (cost.dollars === 0) return null;
  const text = cost.dollars < 0.01 ? '<$0.01' : dollars().format(cost.dollars);
  return cost.unpriced > 0 ? `${text}+` : text;
}

/** Returns all that is known of what a chat has used, in a sentence or two. */
export function usageWords(usage: Workspace['usage'], share: number | null): string {
  const { turn, chat, cost, context } = usage;
  // An agent of its own says how full its context is, not what it has used in all.
  const tokens =
    sum(chat) === 0
      ? `${shortCount(context)} tokens of context`
      : `${shortCount(sum(chat))} tokens in this chat`;
  const used = sum(turn) > 0 ? `${tokens}, ${shortCount(sum(turn))} this turn` : tokens;
  const full = share === null ? '' : `Context: ${share} % used. `;
  const paid = costText(usage);
  if (paid === null) return `${full}${used}`;
  const more = cost.unpriced > 0 ? `, without ${shortCount(cost.unpriced)} tokens of unknown price` : '';
  return `${full}About ${paid.replace('+', '')} so far${more}. ${used}`;
}
