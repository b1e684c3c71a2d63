import { z } from 'zod';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { Usage, Workspace } from '../../shared/workspace/workspace.ts';
import { type Database, inTransaction } from './database.ts';

export type UsageStore = ReturnType<typeof createUsageStore>;

/** The parts of a dollar in which costs are stored. */
const parts = 1_000_000_000;

/** The most tokens that one call is said to have used: a greater number could not be read back. */
const mostTokens = 1_000_000_000;

/** The most that a chat costs, in parts of dollars. */
const mostCost = Number.MAX_SAFE_INTEGER;

const rowSchema = z.lazy(() => z.object({ input: z.number(), output: z.number() }));
const chatSchema = z.lazy(() =>
  rowSchema.unwrap().extend({ context: z.number(), dollars: z.number(), unpriced: z.number() }),
);

/** The messages of its agent that a chat shows. */
const shown = `workspace_id = :chat AND role = 'agent' AND outside = 0 AND replaced_by IS NULL AND withdrawn_by IS NULL`;

/** The tokens that chats have used, as providers counted them. */
export function createUsageStore({ relaxed }: Database) {
  const addToMessage = relaxed.prepare(
    `UPDATE messages SET input_tokens = input_tokens + ?1, output_tokens = output_tokens + ?2,
       context_tokens = ?1 + ?2 WHERE id = ?3`,
  );
  const addToChat = relaxed.prepare(
    `UPDATE workspaces SET input_tokens = input_tokens + ?1, output_tokens = output_tokens + ?2,
       context_tokens = ?1 + ?2, cost = min(cost + coalesce(?3, 0), ${mostCost}),
       unpriced_tokens = unpriced_tokens + iif(?3 IS NULL, ?1 + ?2, 0) WHERE id = ?4`,
  );
  const setContext = relaxed.prepare('UPDATE workspaces SET context_tokens = ? WHERE id = ?');
  const setOfNewest = relaxed.prepare(
    `UPDATE messages SET context_tokens = ? WHERE id = (SELECT max(id) FROM messages WHERE ${shown})`,
  );
  const showContext = relaxed.prepare(
    `UPDATE workspaces SET context_tokens = coalesce(
       (SELECT context_tokens FROM messages WHERE ${shown} AND context_tokens IS NOT NULL ORDER BY id DESC LIMIT 1),
       iif(EXISTS (SELECT 1 FROM messages WHERE ${shown}), context_tokens, 0)) WHERE id = :chat`,
  );
  const ofTurn = relaxed.prepare(
    `SELECT coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS output
     FROM messages WHERE workspace_id = ? AND replaced_by IS NULL AND id >
       coalesce((SELECT id FROM messages WHERE workspace_id = ? AND role = 'user' AND queued = 0
                   AND replaced_by IS NULL ORDER BY id DESC LIMIT 1), 0)`,
  );
  const ofChat = relaxed.prepare(
    `SELECT context_tokens AS context, cost AS dollars, unpriced_tokens AS unpriced, input_tokens AS input,
       output_tokens AS output FROM workspaces WHERE id = ?`,
  );

  return {
    /** Adds what one model call used to its message and its chat; the cost is null where it is not known. */
    add(workspaceId: WorkspaceId, messageId: MessageId, usage: Usage, cost: number | null): void {
      const [input, output] = [tokenCount(usage.input), tokenCount(usage.output)];
      inTransaction(relaxed, () => {
        addToMessage.run(input, output, messageId);
        addToChat.run(input, output, costParts(cost), workspaceId);
      });
    },
    /** Stores how many tokens the next call of a chat will carry, as far as that can be told beforehand. */
    setContext(workspaceId: WorkspaceId, tokens: number): void {
      inTransaction(relaxed, () => {
        setContext.run(tokenCount(tokens), workspaceId);
        setOfNewest.run({ chat: workspaceId }, tokenCount(tokens));
      });
    },
    /** Has a chat carry what its newest message took, after other messages have become the ones it shows. */
    showContext: (workspaceId: WorkspaceId): void => void showContext.run({ chat: workspaceId }),
    /** Returns a chat's usage in all, since the last message the agent was given, and of its newest call. */
    read(workspaceId: WorkspaceId): Workspace['usage'] {
      const { context, dollars, unpriced, ...chat } = chatSchema.parse(ofChat.get(workspaceId));
      return {
        turn: rowSchema.parse(ofTurn.get(workspaceId, workspaceId)),
        chat,
        context,
        cost: { dollars: dollars / parts, unpriced },
      };
    },
  };
}

/** Returns how many tokens are counted where a provider or an agent says a number. */
function tokenCount(said: number): number {
  return Math.round(bounded(said, mostTokens));
}

function costParts(dollars: number | null): number | null {
  return dollars === null ? null : Math.round(bounded(dollars * parts, mostCost));
}

function bounded(said: number, most: number): number {
  return Math.min(Math.max(0, said), most);
}
