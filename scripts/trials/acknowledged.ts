import type { ToolCallId, WorkspaceId } from '../../src/shared/ids.ts';
import type { Decision } from '../../src/shared/previews/decision.ts';

/** A call or a preview by its chat and its own name, in one text. */
export const callKey = (workspaceId: WorkspaceId | string, id: ToolCallId | string) => `${workspaceId} ${id}`;

/** A person's decision about a preview; its words occur nowhere else. */
export type Decided = { type: Decision['type']; words: string };

/** What windows were told is stored. */
export class Acknowledged {
  readonly messages = new Set<string>();
  /** Answered calls, with the label that was picked. */
  readonly answers = new Map<string, string>();
  /** Decisions, by preview. */
  readonly decisions = new Map<string, Decided>();
}
