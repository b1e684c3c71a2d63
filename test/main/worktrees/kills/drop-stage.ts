import type { ParleyClient } from '../../../../src/shared/contract/contract.ts';
import { entryStatus, entryTitle } from '../../../../src/shared/ledger/ledger-text.ts';
import type { PreviewState } from '../../../../src/shared/previews/pending-action.ts';
import { outcomeOf } from '../../../../src/shared/previews/preview-state.ts';
import { broughtBack as cards } from '../brought-back.ts';
import { git } from '../repository.ts';
import { dropAll } from './drop-all.ts';
import { differences, type Found, KillStage, locksIn, until } from './kill-stage.ts';

/** What the chat has changed: each file as it is, as it was, and what git says of the change. */
const changed = [
  { path: 'a.txt', is: 'mine\n', was: 'one\n', status: ' M a.txt' },
  { path: 'gone', is: null, was: 'x', status: ' D gone' },
  { path: 'new.txt', is: 'new\n', was: null, status: '?? new.txt' },
] as const;

/** What a chat has changed in its worktree is dropped, file by file, or comes back. */
export class DropStage extends KillStage {
  #tree = '';

  protected async prepare(client: ParleyClient): Promise<void> {
    this.#tree = await this.makeWorktree(client, 'first');
    if (this.deed === 'undo-drop') await dropAll(client, this.chat);
  }

  /** Each file is as it is or as it was, as its card and Decisions say, and nothing else is touched. */
  protected async look(client: ParleyClient): Promise<Found> {
    const shown = () => cards(client, this.chat);
    await until(async () => (await shown()).every(({ state }) => isSettled(state)));
    const all = await shown();
    const wrong = all.filter(({ state }) => state.type !== 'ended').map(({ label }) => `${label} is open`);
    const { entries } = await client.ledger.search({ query: '', kind: 'edit' });
    const decided = new Map(entries.map((entry) => [entryTitle(entry), entryStatus(entry)]));
    let dropped = 0;
    const status: string[] = [];
    for (const file of changed) {
      const label = `Drop ${file.path}`;
      const card = all.find((one) => one.label === label);
      const outcome = card && outcomeOf(card.state);
      const isDropped = outcome?.type === 'applied' && !outcome.undone;
      wrong.push(...differences(this.#tree, { [file.path]: isDropped ? file.was : file.is }));
      const word = isDropped ? 'Dropped' : card && 'Undone';
      if (decided.get(label) !== word) wrong.push(`decisions: ${label} is ${decided.get(label)}`);
      if (isDropped) dropped += 1;
      else status.push(file.status);
    }
    const now = git(this.#tree, 'status', '--short', '--untracked-files=all');
    if (now !== status.join('\n')) wrong.push(`the worktree: ${now}`);
    if (entries.length !== all.length) wrong.push(`${entries.length} decisions, ${all.length} cards`);
    wrong.push(...locksIn(this.#tree), ...differences(this.#tree, { 'b.txt': 'two\n' }));
    return { found: `${dropped} of ${changed.length} dropped`, wrong };
  }
}

function isSettled(state: PreviewState): boolean {
  switch (state.type) {
    case 'open':
      return true;
    case 'decided':
    case 'carrying-out':
      return false;
    case 'ended':
      return !state.undoing && state.redoing !== true;
  }
}
