import { refinementStart } from '../../../../shared/previews/plan-text.ts';
import { appliedStart, sentBackStart } from '../../../previews/edits/edit-handler.ts';
import { approvedStart } from '../../../previews/plans/plan-handler.ts';
import { discardedStart } from '../../../previews/resolve-handler.ts';
import { redoneText, undoneText } from '../../../previews/undos.ts';
import { undecided } from '../../../tools/resolve-tool.ts';
import type { Call, Item } from './chat-items.ts';

/**
 * The state of a plan or an edit of the guide's: staged and not asked for yet, waiting while the person wrote
 * `reply` instead of deciding, sent back, or ended; `text` is the problem.
 */
export type Staged =
  | { type: 'none' }
  | { type: 'staged' }
  | { type: 'undecided'; reply: string }
  | { type: 'refined' }
  | { type: 'accepted' }
  | { type: 'discarded' }
  | { type: 'failed'; text: string };

const editing = ['write_file', 'edit_file', 'delete_file'];

/** Returns everything that a task's plans were sent back with, oldest first. */
export function feedbackOn(items: readonly Item[]): string[] {
  return items.flatMap((item) => {
    const text = item.type === 'told' ? item.text : item.type === 'call' ? resolved(item) : undefined;
    return text?.startsWith(refinementStart) ? [text.slice(refinementStart.length).trim()] : [];
  });
}

/** Returns the state of a task's plan. */
export function planOf(items: readonly Item[]): Staged {
  return stateAfter(items, ({ name }) => name === 'propose_plan', approvedStart);
}

/** Returns the state of a task's change. */
export function editOf(items: readonly Item[]): Staged {
  return stateAfter(items, ({ name }) => editing.includes(name), appliedStart);
}

/** The last change that was applied in a chat and not undone since; undefined where there is none. */
export function lastApplied(items: readonly Item[]): Call | undefined {
  const staged = items.flatMap((item, index) =>
    item.type === 'call' && editing.includes(item.name) ? [{ item, index }] : [],
  );
  const last = staged.findLast(({ index }) => editOf(upToNextEdit(items, index)).type === 'accepted');
  if (last === undefined) return undefined;
  const told = items.slice(last.index).flatMap((item) => (item.type === 'told' ? [item.text] : []));
  const latest = told.findLast((text) => text.includes(undoneText) || text.includes(redoneText));
  return latest?.includes(undoneText) ? undefined : last.item;
}

function upToNextEdit(items: readonly Item[], index: number): Item[] {
  const later = items.slice(index + 1);
  const next = later.findIndex((item) => item.type === 'call' && editing.includes(item.name));
  return items.slice(index, next === -1 ? undefined : index + 1 + next);
}

function stateAfter(items: readonly Item[], stages: (call: Call) => boolean, accepted: string): Staged {
  const start = items.findLastIndex((item) => item.type === 'call' && stages(item));
  const first = items[start];
  if (first?.type !== 'call') return { type: 'none' };
  if (first.result?.ok === false && first.name !== 'propose_plan')
    return { type: 'failed', text: first.result.text };
  return items
    .slice(start + 1)
    .reduce<Staged>((state, item) => next(state, item, accepted), { type: 'staged' });
}

function next(state: Staged, item: Item, accepted: string): Staged {
  if (state.type === 'accepted' || state.type === 'discarded') return state;
  if (item.type === 'user')
    return state.type === 'undecided' ? { type: 'undecided', reply: item.text } : state;
  const text = item.type === 'told' ? item.text : item.type === 'call' ? resolved(item) : undefined;
  if (text === undefined) return state;
  if (text === undecided) return { type: 'undecided', reply: '' };
  if (text.startsWith(accepted)) return { type: 'accepted' };
  if (text.startsWith(refinementStart) || text.startsWith(sentBackStart)) return { type: 'refined' };
  if (text.startsWith(discardedStart)) return { type: 'discarded' };
  return item.type === 'call' && item.result?.ok === false ? { type: 'failed', text } : state;
}

function resolved({ name, result }: Call): string | undefined {
  return name === 'resolve' ? result?.text : undefined;
}
