import { z } from 'zod';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { Usage, Workspace } from '../../shared/workspace/workspace.ts';
import { type Database, inTransaction } from './database.ts';

/** The tokens of one model call; `cached` are those of the input that came from a cache. */
type CallUsage = Usage & { cached?: number };

export type UsageStore = ReturnType<typeof createUsageStore>;

/** Costs are stored in billionths of a dollar. */
const parts = 1_000_000_000;

/** A higher count of one call is capped: it could not be read back. */
const mostTokens = 1_000_000_000;

const mostCost = Number.MAX_SAFE_INTEGER;

const rowSchema = z.lazy(() => z.object({ input: z.number(), output: z.number() }));
const chatSchema = z.lazy(() =>
  rowSchema
    .unwrap()
    .extend({ context: z.number(), dollars: z.number(), unpriced: z.number(), cached: z.number() }),
);

const shown = `workspace_id = :chat AND role = 'agent' AND outside = 0 AND replaced_by IS NULL AND withdrawn_by IS NULL`;

const usageOfTurn = `
  SELECT coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS output
  FROM messages WHERE workspace_id = ? AND replaced_by IS NULL AND id >
    coalesce((SELECT id FROM messages WHERE workspace_id = ? AND role = 'user' AND queued = 0
                AND replaced_by IS NULL ORDER BY id DESC LIMIT 1), 0)`;

const usageOfChat = `
  SELECT context_tokens AS context, cost AS dollars, unpriced_tokens AS unpriced, input_tokens AS input,
    output_tokens AS output, cached_tokens AS cached FROM workspaces WHERE id = ?`;

const setContextOfChat = 'UPDATE workspaces SET context_tokens = ? WHERE id = ?';

/** Tokens and costs, as providers count them. */
export function createUsageStore({ relaxed }: Database) {
  const addToMessage = relaxed.prepare(
    `UPDATE messages SET input_tokens = input_tokens + ?1, output_tokens = output_tokens + ?2,
       context_tokens = ?1 + ?2 WHERE id = ?3`,
  );
  const addToWorkspace = relaxed.prepare(
    `UPDATE workspaces SET input_tokens = input_tokens + ?1, output_tokens = output_tokens + ?2,
       cost = min(cost + coalesce(?3, 0), ${mostCost}),
       unpriced_tokens = unpriced_tokens + iif(?3 IS NULL, ?1 + ?2, 0), cached_tokens = cached_tokens + ?5 WHERE id = ?4`,
  );
  const addToChat = (
    workspaceId: WorkspaceId,
    { input, output, cached = 0 }: CallUsage,
    cost: number | null,
  ) =>
    void addToWorkspace.run(
      tokenCount(input),
      tokenCount(output),
      costParts(cost),
      workspaceId,
      tokenCount(cached),
    );
  const setContext = relaxed.prepare(setContextOfChat);
  const ofTurn = relaxed.prepare(usageOfTurn);
  const ofChat = relaxed.prepare(usageOfChat);

  return {
    /** Adds one model call to its message and its chat; `cost` is in dollars, null where it is not known. */
    add(workspaceId: WorkspaceId, messageId: MessageId, usage: CallUsage, cost: number | null): void {
      const [input, output] = [tokenCount(usage.input), tokenCount(usage.output)];
      inTransaction(relaxed, () => {
        addToMessage.run(input, output, messageId);
        addToChat(workspaceId, usage, cost);
        setContext.run(input + output, workspaceId);
      });
    },
    /** Adds one model call to its chat alone: it is about the chat, and not an answer in it. */
    addToChat,
    ...contexts(relaxed),
    /** `turn` counts since the last message that the agent was given. */
    read(workspaceId: WorkspaceId): Workspace['usage'] {
      const { context, dollars, unpriced, cached, ...chat } = chatSchema.parse(ofChat.get(workspaceId));
      return {
        turn: rowSchema.parse(ofTurn.get(workspaceId, workspaceId)),
        chat,
        context,
        ...(cached > 0 && { cached }),
        cost: { dollars: dollars / parts, unpriced },
      };
    },
  };
}

function contexts(relaxed: Database['relaxed']) {
  const setOfChat = relaxed.prepare(setContextOfChat);
  const setOfNewest = relaxed.prepare(
    `UPDATE messages SET context_tokens = ? WHERE id = (SELECT max(id) FROM messages WHERE ${shown})`,
  );
  const show = relaxed.prepare(
    `UPDATE workspaces SET context_tokens = coalesce(
       (SELECT context_tokens FROM messages WHERE ${shown} AND context_tokens IS NOT NULL ORDER BY id DESC LIMIT 1),
       iif(EXISTS (SELECT 1 FROM messages WHERE ${shown}), context_tokens, 0)) WHERE id = :chat`,
  );
  return {
    /** Stores an estimate of the tokens of the next call. */
    setContext(workspaceId: WorkspaceId, tokens: number): void {
      inTransaction(relaxed, () => {
        setOfChat.run(tokenCount(tokens), workspaceId);
        setOfNewest.run({ chat: workspaceId }, tokenCount(tokens));
      });
    },
    /** Takes the context from the newest shown message, after another branch was shown. */
    showContext: (workspaceId: WorkspaceId): void => void show.run({ chat: workspaceId }),
  };
}

function tokenCount(said: number): number {
  return Math.round(bounded(said, mostTokens));
}

function costParts(dollars: number | null): number | null {
  return dollars === null ? null : Math.round(bounded(dollars * parts, mostCost));
}

function bounded(said: number, most: number): number {
  return Math.min(Math.max(0, said), most);
}
