import { createRouterClient, lazy } from '@orpc/server';
import { z } from 'zod';
import { startApp } from '../../../../src/main/app.ts';
import type { ParleyClient } from '../../../../src/shared/contract/contract.ts';
import { workspaceIdSchema } from '../../../../src/shared/ids.ts';
import { says, scriptedAgent } from '../../agents/model/scripted-agent.ts';

export const taskSchema = z.object({
  dataDir: z.string(),
  workspaceId: workspaceIdSchema,
  does: z.enum(['apply', 'undo']),
});

export type Task = z.infer<typeof taskSchema>;

/** The real app on a data folder. */
export async function openApp(dataDir: string) {
  const { agentFor } = scriptedAgent([() => says('Done.')]);
  const app = await startApp({
    dataDir,
    version: '0',
    env: { PATH: process.env['PATH'] },
    suggestedFolder: dataDir,
    agentFor,
    readLogin: async (_, environment) => ({ environment, problem: null }),
  });
  const client: ParleyClient = createRouterClient(lazy(async () => ({ default: await app.router() })));
  return { app, client };
}
