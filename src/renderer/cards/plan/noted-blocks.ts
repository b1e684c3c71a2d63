import type { PlanBlock } from './plan-blocks.ts';

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
