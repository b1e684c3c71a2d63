import { writeFileSync } from 'node:fs';
import { createRouterClient, lazy } from '@orpc/server';
import type { ParleyClient } from '../../../../src/shared/contract/contract.ts';
import { workspaceIdSchema } from '../../../../src/shared/ids.ts';
import { setKillSwitch } from '../../folder/edit-kills/kill-switch.ts';
import type { Deed } from './deeds.ts';

/**
 * A process with the real app that does a deed about the worktree of a chat, and may be ended in its midst: at a call of git, at
 * a step of what it writes, or by the command that it runs. `worktree-life.ts <data folder> <deed> <chat>`.
 */
const [, , dataDir = '', deed, chat] = process.argv;
const { STEPS_FILE: stepsFile, END_AT_STEP: endAt = '-1', LIFE_FILE: lifeFile = '' } = process.env;
writeFileSync(lifeFile, `${process.pid}`);
const killSwitch = stepsFile === undefined ? undefined : await setKillSwitch(Number(endAt));
const { startApp } = await import('../../../../src/main/app.ts');
const { says, scriptedAgent } = await import('../../agents/model/scripted-agent.ts');
const { toolParts, untilWorkspace, watchChat } = await import('../../test-app.ts');

const { agentFor } = scriptedAgent([() => says('Done.')]);
const app = await startApp({
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

const isDone: Record<Deed, () => Promise<void>> = {
  async make() {
    await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Retry failed uploads' });
    await untilWorkspace(
      client,
      workspaceId,
      ({ turn }) => turn.status === 'idle' || turn.status === 'failed',
    );
  },
  async remove() {
    await client.workspace.remove({ workspaceId });
    for await (const item of await client.app.watch({}))
      if (item.type === 'snapshot' ? item.state.removals.length === 0 : item.event.type === 'removal-ended')
        break;
  },
  async leave() {
    await client.workspace.removeWorktree({ workspaceId });
  },
  async merge() {
    const offer = await client.bringBack.offer({ workspaceId });
    if (offer?.merge.offered !== true) throw new Error(`Not offered: ${JSON.stringify(offer)}`);
    const { ours, theirs } = offer.merge;
    await client.bringBack.merge({ workspaceId, key: 'merge', ours, theirs });
  },
  async commit() {
    const offer = await client.workspace.readCommitOffer({ workspaceId });
    if (!offer.offered) throw new Error(`Not offered: ${JSON.stringify(offer)}`);
    const { fingerprint } = offer;
    await client.workspace.commit({ workspaceId, key: 'commit', message: 'Later', fingerprint });
  },
  async 'set-up'() {
    const { answerPermission } = await import('../../permissions/permission-chat.ts');
    const seen = await watchChat(client, workspaceId);
    await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Retry failed uploads' });
    // What comes before is tried with `make`.
    await untilWorkspace(client, workspaceId, ({ worktree }) => worktree?.state === 'made');
    killSwitch?.arm();
    const [call] = toolParts(await seen.until((now) => toolParts(now).length > 0));
    await answerPermission({ client, chat: seen, workspaceId }, call?.toolCallId ?? '', { choiceId: 'once' });
    await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle');
  },
  async drop() {
    const { dropAll } = await import('./drop-all.ts');
    killSwitch?.arm();
    await dropAll(client, workspaceId);
  },
  async 'undo-drop'() {
    const { broughtBack } = await import('../brought-back.ts');
    const dropped = await broughtBack(client, workspaceId);
    killSwitch?.arm();
    for (const { id: actionId } of dropped) await client.workspace.undoPreview({ workspaceId, actionId });
  },
};
const known = Object.entries(isDone).find(([name]) => name === deed);
await known?.[1]();
if (stepsFile !== undefined) writeFileSync(stepsFile, `${killSwitch?.steps.length}`);
await app.close();
