import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ParleyClient } from '../../../../src/shared/contract/contract.ts';
import { entryStatus } from '../../../../src/shared/ledger/ledger-text.ts';
import { git, write } from '../repository.ts';
import { differences, type Found, KillStage, locksIn, until } from './kill-stage.ts';

const expectedState = '?? later.txt\n?? new.txt';

/** The branch of its worktree is merged into the folder, or committed to. */
export class BranchStage extends KillStage {
  #tree = '';

  protected async prepare(client: ParleyClient): Promise<void> {
    this.#tree = await this.makeWorktree(client, 'first');
    git(this.#tree, 'commit', '--quiet', '--all', '--message=mine');
    write(this.#tree, { 'later.txt': 'later\n' });
    await this.#trust(client);
  }

  protected look(client: ParleyClient): Promise<Found> {
    return this.deed === 'merge' ? this.#afterMerging(client) : this.#afterCommitting(client);
  }

  /** All in the folder is committed too, and git may act there. */
  async #trust(client: ParleyClient): Promise<void> {
    git(this.origin, 'reset', '--quiet', '--hard');
    rmSync(join(this.origin, 'new.txt'));
    write(this.origin, { 'ours.txt': 'ours\n' });
    git(this.origin, 'add', '--all');
    git(this.origin, 'commit', '--quiet', '--message=ours');
    const offer = await client.workspace.readCommitOffer({ workspaceId: this.chat });
    const because = offer.offered ? undefined : offer.because;
    const fingerprint = because?.why === 'untrusted' ? because.fingerprint : null;
    if (fingerprint === null) throw new Error(`Not to be trusted: ${JSON.stringify(offer)}`);
    await client.workspace.trustRepository({ workspaceId: this.chat, fingerprint });
  }

  /** The branch is merged, or the folder is as it was; git can work there, and Decisions says what was begun. */
  async #afterMerging(client: ParleyClient): Promise<Found> {
    await until(() => locksIn(this.origin).length === 0 && git(this.origin, 'status', '--short') === '');
    const wrong = locksIn(this.origin);
    const isMerged = git(this.origin, 'log', '-1', '--format=%s').startsWith('Merge branch');
    if (git(this.origin, 'status', '--short') !== '') wrong.push('the folder');
    const files = { 'a.txt': isMerged ? 'mine\n' : 'one\n', 'ours.txt': 'ours\n' };
    wrong.push(...differences(this.origin, files), ...(await decided(client, 'Merged', isMerged)));
    return { found: isMerged ? 'merged' : 'as before', wrong };
  }

  /** All is committed, or nothing is and it can be; nothing of it is lost. */
  async #afterCommitting(client: ParleyClient): Promise<Found> {
    const isCommitted = () => git(this.#tree, 'log', '-1', '--format=%s') === 'Later';
    const state = () => git(this.#tree, 'status', '--short');
    const whole = () => state() === (isCommitted() ? '' : ' D gone\n?? later.txt\n?? new.txt');
    await until(() => locksIn(this.#tree).length === 0 && (whole() || state() === expectedState));
    const wrong = locksIn(this.#tree);
    if (!whole() && state() !== expectedState) wrong.push(`the worktree: ${state()}`);
    const files = { 'a.txt': 'mine\n', 'new.txt': 'new\n', 'later.txt': 'later\n' };
    wrong.push(...differences(this.#tree, files), ...(await decided(client, 'Committed', isCommitted())));
    return { found: isCommitted() ? 'committed' : 'as before', wrong };
  }
}

/** Returns what is wrong with the record of decisions: what was done stands in it, and nothing twice. */
async function decided(client: ParleyClient, word: string, isDone: boolean): Promise<string[]> {
  const { entries } = await client.ledger.search({ query: '', kind: 'git' });
  const words = entries.map(entryStatus);
  return words.length > 1 || words.includes(word) !== isDone ? [`decisions: ${words.join(', ')}`] : [];
}
