import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { say } from '../../e2e/support/provider.ts';
import { onStage } from '../../scripts/trials/stage.ts';
import { openWindow, type TrialWindow } from '../../test/main/http/trial-window.ts';
import type { WorkspaceId } from '../../src/shared/ids.ts';
import type { Workspace } from '../../src/shared/workspace/workspace.ts';
import type { BenchCase } from '../bench-case.ts';
import { timed } from '../timed.ts';
import { makeLargeRepository } from '../workloads/large-repository.ts';

const run = promisify(execFile);

/** Waits until a condition holds for a chat, as a window sees it. */
async function untilChat(
  { client }: TrialWindow,
  id: WorkspaceId,
  holds: (chat: Workspace) => boolean,
): Promise<Workspace> {
  for await (const item of await client.app.watch({})) {
    const changed =
      item.type === 'event' && item.event.type === 'workspace-changed' ? [item.event.workspace] : [];
    const seen = item.type === 'snapshot' ? item.state.workspaces : changed;
    const found = seen.find((chat) => chat.id === id && holds(chat));
    if (found !== undefined) return found;
  }
  throw new Error('The window was closed.');
}

/** Milliseconds from a chat's first message until it has its worktree, which is gone again on return. */
async function chatInWorktree(window: TrialWindow, root: string, changes: boolean): Promise<number> {
  const { workspace } = window.client;
  const { id: workspaceId } = await workspace.create({ folder: root });
  await workspace.chooseWorktree({ workspaceId, choice: { own: true, changes, copies: null } });
  const usable = await timed(async () => {
    await workspace.sendMessage({ workspaceId, key: workspaceId, text: 'Retry failed uploads' });
    await untilChat(window, workspaceId, ({ worktree, turn }) => {
      if (turn.status === 'failed') throw new Error(turn.problem.what);
      return worktree?.state === 'made';
    });
  });
  const { folder } = await untilChat(window, workspaceId, ({ turn }) => turn.status !== 'working');
  await removeWorktree(root, folder);
  return usable;
}

const removeWorktree = (root: string, tree: string) =>
  run('git', ['-C', root, 'worktree', 'remove', '--force', tree]);

export const worktreeOfLarge: BenchCase = {
  name: 'worktree',
  figures: [
    {
      type: 'ratio',
      title: 'a chat’s worktree of 50,000 files usable, to `git worktree add`',
      of: 'usable',
      to: 'git worktree add',
      goal: { atMost: 1.5 },
    },
    {
      type: 'ratio',
      title: 'the same with uncommitted files that come along',
      of: 'usable with changes',
      to: 'git worktree add',
    },
  ],
  async run(measure) {
    await onStage(
      async ({ folder, host }) => {
        const root = join(folder, 'repository');
        await makeLargeRepository(root);
        await writeFile(join(root, 'package-0', 'module-0', 'file-0.ts'), 'changed\n');
        await writeFile(join(root, 'new.ts'), 'new\n');
        await host.start();
        const window = await openWindow(host.address);
        await measure(async () => {
          const plain = join(folder, 'plain');
          const add = await timed(() => run('git', ['-C', root, 'worktree', 'add', '--detach', plain]));
          await removeWorktree(root, plain);
          return {
            'git worktree add': add,
            usable: await chatInWorktree(window, root, false),
            'usable with changes': await chatInWorktree(window, root, true),
          };
        });
        window.close();
      },
      { replyTo: () => say('Done.') },
    );
  },
};
