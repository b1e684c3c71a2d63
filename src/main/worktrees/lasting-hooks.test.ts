import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git, repositoryIn, write } from '../../../test/main/worktrees/repository.ts';
import { appOf, begin, trust, whole } from '../../../test/main/worktrees/worktree-chats.ts';
import { untilWorkspace } from '../../../test/main/test-app.ts';
import { processAt } from '../commands/processes.ts';

/** A trusted repository whose hook runs as its worktrees are made; `$here` is the folder that it writes into. */
async function hooked(
  { client, folder }: Pick<ReturnType<typeof appOf>, 'client' | 'folder'>,
  lines: string,
) {
  const origin = repositoryIn(join(folder, 'r'), { '.mcp.json': '{"mcpServers":{"x":{"command":"x"}}}' });
  write(origin, { '.git/hooks/post-checkout': `#!/bin/sh\nhere="${folder}"\n${lines}\n` });
  chmodSync(join(origin, '.git/hooks/post-checkout'), 0o755);
  await trust(client, origin);
  return { origin, pid: () => Number(readFileSync(join(folder, 'pid'), 'utf8')) };
}

/** Has a chat begin, and waits until the hook runs. */
async function beginUntilHook({ client, folder }: ReturnType<typeof appOf>, origin: string) {
  const { id: workspaceId } = await client.workspace.create({ folder: origin });
  await client.workspace.chooseWorktree({ workspaceId, choice: whole });
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Retry failed uploads' });
  await expect.poll(() => existsSync(join(folder, 'pid'))).toBe(true);
  return workspaceId;
}

const forever = 'echo $$ > "$here/pid.new"; mv "$here/pid.new" "$here/pid"; exec sleep 600';

test('what a hook leaves running goes on, and nobody waits for it', async () => {
  const app = appOf();
  const { origin, pid } = await hooked(app, 'sleep 600 &\necho $! > "$here/pid"');
  const { turn, worktree } = await begin(app.client, origin, whole);
  onTestFinished(() => void process.kill(pid(), 'SIGKILL'));
  expect(turn).toEqual({ status: 'idle' });
  expect(worktree).toMatchObject({ state: 'made', hookSaid: null });
  expect(processAt(pid())).toBeDefined();
});

test('Stop ends a hook that does not end, and leaves the chat as it was', async () => {
  const app = appOf();
  const { origin, pid } = await hooked(app, forever);
  const workspaceId = await beginUntilHook(app, origin);
  await app.client.workspace.stop({ workspaceId });
  const { worktree, folder } = await untilWorkspace(
    app.client,
    workspaceId,
    ({ turn, worktree: now }) => turn.status === 'interrupted' && now?.state === 'wanted',
  );
  expect([worktree?.state, folder]).toEqual(['wanted', origin]);
  expect(processAt(pid())).toBeUndefined();
  expect(git(origin, 'worktree', 'list').split('\n')).toHaveLength(1);
});

test('so does the end of Parley, which its next start finds as it was', async () => {
  const app = appOf();
  const { origin, pid } = await hooked(app, forever);
  const workspaceId = await beginUntilHook(app, origin);
  await app.close();
  expect(processAt(pid())).toBeUndefined();
  const again = appOf(app.folder);
  const { worktree } = await untilWorkspace(again.client, workspaceId, () => true);
  expect(worktree?.state).toBe('wanted');
  expect(git(origin, 'worktree', 'list').split('\n')).toHaveLength(1);
});
