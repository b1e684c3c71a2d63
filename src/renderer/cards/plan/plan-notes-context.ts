import { createContext } from 'react';
import type { MarkdownToken } from '../../ui/markdown/read-markdown.ts';
import type { ShownBlock } from './noted-blocks.ts';
import type { PlanCardState } from './plan-card-state.ts';
import type { PlanIntents } from './plan-card-kind.ts';

type PlanNotes = {
  /** Before the numbers of blocks, to name them on the page. */
  prefix: string;
  byToken: ReadonlyMap<MarkdownToken, ShownBlock>;
  card: PlanCardState;
  /** Null where notes can only be read. */
  intents: PlanIntents | null;
  /** The block whose button is in the order of Tab. */
  current: number | null;
};

/** The notes of the plan whose blocks are shown within. */
export const PlanNotesContext = createContext<PlanNotes | null>(null);

/** The element of a block on the page. */
export function blockId(prefix: string, { number }: ShownBlock): string {
  return `${prefix}-${number}`;
}
