import { createRouterClient, lazy } from '@orpc/server';
import { createApp } from '../../../src/main/app.ts';
import type { ParleyClient } from '../../../src/shared/contract/contract.ts';
import { workspaceIdSchema } from '../../../src/shared/ids.ts';
import { says, scriptedAgent } from '../agents/model/scripted-agent.ts';

/**
 * A process with the real app that makes or removes the worktree of a chat, or merges or commits what is in it, and is ended at
 * one of its calls of git: `worktree-life.ts <data folder> make|remove|leave|merge|commit <chat>`.
 */
const [, , dataDir = '', deed, chat] = process.argv;
const { agentFor } = scriptedAgent([() => says('Done.')]);
const app = createApp({
  dataDir,
  version: '0',
  env: process.env,
  suggestedFolder: dataDir,
  undoTime: 0,
  agentFor,
  readLogin: async (_, environment) => ({ environment, problem: null }),
});
const client: ParleyClient = createRouterClient(lazy(async () => ({ default: await app.router() })));
const workspaceId = workspaceIdSchema.parse(chat);

if (deed === 'make') {
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Retry failed uploads' });
  for await (const item of await client.app.watch({})) {
    const chats =
      item.type === 'snapshot'
        ? item.state.workspaces
        : item.event.type === 'workspace-changed'
          ? [item.event.workspace]
          : [];
    if (chats.some(({ turn }) => turn.status === 'idle' || turn.status === 'failed')) break;
  }
} else if (deed === 'merge') {
  const offer = await client.bringBack.offer({ workspaceId });
  if (offer?.merge.offered !== true) throw new Error(`Not offered: ${JSON.stringify(offer)}`);
  const { ours, theirs } = offer.merge;
  await client.bringBack.merge({ workspaceId, ours, theirs });
} else if (deed === 'commit') {
  const offer = await client.workspace.readCommitOffer({ workspaceId });
  if (!offer.offered) throw new Error(`Not offered: ${JSON.stringify(offer)}`);
  const { fingerprint } = offer;
  await client.workspace.commit({ workspaceId, key: 'commit', message: 'Later', fingerprint });
} else if (deed === 'leave') {
  await client.workspace.removeWorktree({ workspaceId });
} else {
  await client.workspace.remove({ workspaceId });
  for await (const item of await client.app.watch({}))
    if (item.type === 'snapshot' ? item.state.removals.length === 0 : item.event.type === 'removal-ended')
      break;
}
await app.close();
