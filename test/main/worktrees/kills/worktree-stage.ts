import type { ParleyClient } from '../../../../src/shared/contract/contract.ts';
import type { WorkspaceId } from '../../../../src/shared/ids.ts';
import { listState } from '../../test-app.ts';
import { git, write } from '../repository.ts';
import { differences, type Found, KillStage, madeFolder, until } from './kill-stage.ts';

const keptFiles = { 'a.txt': 'mine\n', 'new.txt': 'new\n', 'later.txt': 'later\n' };

/** Its worktree is made, removed with the chat, or removed from a chat that stays. */
export class WorktreeStage extends KillStage {
  protected async prepare(client: ParleyClient): Promise<void> {
    if (this.deed === 'make') return;
    const tree = await this.makeWorktree(client, 'first');
    git(tree, 'commit', '--quiet', '--all', '--message=mine');
    write(tree, { 'later.txt': 'later\n' });
  }

  protected look(client: ParleyClient): Promise<Found> {
    if (this.deed === 'make') return this.#afterMaking(client);
    return this.deed === 'leave' ? this.#afterLeaving(client) : this.#afterRemoving(client);
  }

  /** The worktree is whole, or there is none and the next message makes it; the folder is as it was. */
  async #afterMaking(client: ParleyClient): Promise<Found> {
    const before = await stateOf(client, this.chat);
    // What was half made is taken back beside the start.
    if (before !== 'made') await until(() => this.traces().length === 0);
    const wrong: string[] = before === 'made' ? [] : this.traces();
    const tree = await this.makeWorktree(client, 'second');
    wrong.push(...differences(tree, { 'a.txt': 'mine\n', 'b.txt': 'two\n', 'new.txt': 'new\n', gone: null }));
    if (git(tree, 'status', '--short') !== ' M a.txt\n D gone\n?? new.txt')
      wrong.push('the state of the worktree');
    if (git(this.origin, 'status', '--short') !== ' M a.txt\n D gone\n?? new.txt') wrong.push('the folder');
    if (git(this.origin, 'worktree', 'list').split('\n').length !== 2) wrong.push('a worktree too many');
    if (git(this.origin, 'branch', '--list', 'parley/*').split('\n').length !== 1)
      wrong.push('a branch too many');
    return { found: before ?? 'no chat', wrong };
  }

  /** The chat is there with its worktree, or all of it is kept and nothing else is left. */
  async #afterRemoving(client: ParleyClient): Promise<Found> {
    const workspaceId = this.chat;
    await client.app.ping();
    if ((await stateOf(client, workspaceId)) !== undefined) await client.workspace.remove({ workspaceId });
    await until(async () => (await client.worktrees.kept()).length > 0);
    const [kept] = await client.worktrees.kept();
    const wrong = this.traces();
    if (kept?.commits !== 1 || kept.files !== 2) wrong.push(`kept ${JSON.stringify(kept)}`);
    const restored = await client.worktrees.restore({ id: kept?.id ?? '' });
    wrong.push(...differences(await madeFolder(client, restored.workspaceId), keptFiles));
    return { found: 'kept', wrong };
  }

  /** The chat has its worktree, or all of it is kept and the next message begins with it; nothing else is left. */
  async #afterLeaving(client: ParleyClient): Promise<Found> {
    const workspaceId = this.chat;
    const found = (await stateOf(client, workspaceId)) ?? 'no chat';
    await client.workspace.removeWorktree({ workspaceId });
    await until(async () => (await stateOf(client, workspaceId)) === 'wanted');
    const wrong = this.traces();
    const [kept, ...more] = await client.worktrees.kept();
    if (kept?.commits !== 1 || kept.files !== 2 || more.length > 0)
      wrong.push(`kept ${JSON.stringify(kept)}`);
    const tree = await this.makeWorktree(client, 'second');
    wrong.push(...differences(tree, keptFiles));
    if (git(tree, 'log', '--format=%s') !== 'mine\none') wrong.push('the history');
    return { found, wrong };
  }
}

async function stateOf(client: ParleyClient, id: WorkspaceId): Promise<string | undefined> {
  const chat = (await listState(client)).workspaces.find((one) => one.id === id);
  return chat && (chat.worktree?.state ?? 'none');
}
