import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callsTools, says } from '../../../test/main/agents/model/scripted-agent.ts';
import {
  answerPermission,
  permissionOf,
  waitingPermission,
} from '../../../test/main/permissions/permission-chat.ts';
import { startChat } from '../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { watchChat } from '../../../test/main/test-app.ts';
import { repositoryIn } from '../../../test/main/worktrees/repository.ts';
import type { Permission } from '../../shared/permissions/permission.ts';

const env = { ...process.env, SHELL: '/bin/sh', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

const runs = (id: string) => () => callsTools([id, 'run_command', { command: 'touch made.txt' }]);

/** The choice of a rule for the folder of the chat. */
function always({ choices }: Permission): { choiceId: string } {
  const choice = choices.find(({ meaning, rule }) => meaning === 'always' && rule?.folder !== null);
  return { choiceId: choice?.id ?? '' };
}

test('a rule of the folder does not answer in its worktree, which has rules of its own', async () => {
  const origin = repositoryIn(join(temporaryFolder(), 'r'));
  const scripts = [runs('a'), () => says('Done.'), runs('b'), runs('c'), () => says('Done.')];
  const first = await startChat(scripts, temporaryFolder(), { env }, origin);
  const { client } = first;
  await client.workspace.setMode({ workspaceId: first.workspace.id, mode: 'exec' });
  await first.send('Go');
  const inFolder = { client, chat: first.chat, workspaceId: first.workspace.id };
  await answerPermission(inFolder, 'a', always(await waitingPermission(first, 'a')));
  await first.turn('idle');

  const { id: workspaceId } = await client.workspace.create({ folder: origin });
  const choice = { own: true, changes: false, copies: null } as const;
  await client.workspace.chooseWorktree({ workspaceId, choice });
  await client.workspace.setMode({ workspaceId, mode: 'exec' });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'go', text: 'Go' });
  const asked = await waitingPermission({ chat }, 'b');
  expect(asked.subject).toMatchObject({ line: 'touch made.txt' });
  expect(asked.subject).not.toMatchObject({ folder: origin });
  await answerPermission({ client, chat, workspaceId }, 'b', always(asked));
  const settled = (id: string) => (now: Parameters<typeof permissionOf>[0]) =>
    permissionOf(now, id)?.settlement?.outcome.type === 'allowed';
  const outcome = permissionOf(await chat.until(settled('c')), 'c')?.settlement?.outcome;
  expect(outcome).toMatchObject({ by: { type: 'rule' } });
});
