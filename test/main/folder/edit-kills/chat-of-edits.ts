import { createRouterClient } from '@orpc/server';
import { z } from 'zod';
import type { ParleyClient } from '../../../../src/shared/contract/contract.ts';
import { actionIdSchema, workspaceIdSchema } from '../../../../src/shared/ids.ts';
import type { Transcript, TurnChanges } from '../../../../src/shared/transcript/transcript.ts';
import { startApp } from '../../../../src/main/app.ts';
import { actionsOf, type seen } from '../../previews/preview-chat.ts';
import { watchChat } from '../../test-app.ts';

/**
 * The task of a child process: its data folder with one chat and one preview, the address of its model, and
 * its action.
 */
export const taskSchema = z.object({
  dataDir: z.string(),
  env: z.record(z.string(), z.string()),
  workspaceId: workspaceIdSchema,
  actionId: actionIdSchema,
  fingerprint: z.string(),
  does: z.enum(['apply', 'undo', 'undo-turn']),
});

export type Task = z.infer<typeof taskSchema>;

type Seen = ReturnType<typeof seen>;

/** The chat as the app opens it, also after a crash. */
export async function openChat({ dataDir, env, workspaceId }: Pick<Task, 'dataDir' | 'env' | 'workspaceId'>) {
  const app = await startApp({ dataDir, version: '0', env, suggestedFolder: dataDir });
  const client: ParleyClient = createRouterClient(await app.router());
  const chat = await watchChat(client, workspaceId);
  return {
    app,
    client,
    /** The agent's message, as soon as the condition holds for the changes of its turn. */
    async turn(condition: (changes: TurnChanges) => boolean) {
      const find = ({ messages }: Transcript) =>
        messages.find((message) => message.role === 'agent' && message.changes && condition(message.changes));
      const found = find(await chat.until((seen) => find(seen) !== undefined));
      if (found?.role !== 'agent' || found.changes === undefined)
        throw new Error('The turn changed at once.');
      return { messageId: found.id, changes: found.changes };
    },
    /** Its preview, as soon as the condition holds. */
    async preview(condition: (action: Seen) => boolean): Promise<Seen> {
      const find = (seen: Transcript) => actionsOf(seen).find(condition);
      const found = find(await chat.until((seen) => find(seen) !== undefined));
      if (found === undefined) throw new Error('The preview changed at once.');
      return found;
    },
  };
}
