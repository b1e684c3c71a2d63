import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import { nextState } from '../../shared/previews/preview-state.ts';
import { shownName } from '../folder/workspace-path.ts';
import type { ActionStore, StoredAction, StoredEdit } from '../storage/action-store.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { SteeringStore } from '../storage/steering-store.ts';
import type { TurnChangeStore, TurnUndo } from '../storage/turn-change-store.ts';
import { listed, type TurnRecords } from './turn-records.ts';

/** The place where it is stored that a turn was undone. */
export type UndoneTurnParts = {
  records: TurnRecords;
  store: TurnChangeStore;
  actions: ActionStore;
  ledger: LedgerStore;
  steering: SteeringStore;
  /** Emits a preview that was stored as undone. */
  announce: (action: StoredAction) => void;
  now: () => number;
};

export type Journal = Extract<TurnUndo, { type: 'undoing' }>;

/** A turn, and the journal of undoing it. */
export type UndoneTurn = { workspaceId: WorkspaceId; messageId: MessageId; undo: Journal };

/** Stores the end, the previews that are undone with it, the entry of the ledger and the message for the agent. */
export function recordUndoneTurn(
  { records, store, actions, ledger, steering, announce, now }: UndoneTurnParts,
  { workspaceId, messageId, undo: { files, left } }: UndoneTurn,
): void {
  const at = now();
  const paths = files.map(({ path }) => path);
  const undone = records.appliedEdits(messageId).filter((edit) => isWithin(edit, paths));
  const moved = undone.map(asUndone);
  store.together(() => {
    for (const action of moved) actions.save(action);
    const stored = store.get(messageId);
    if (stored === undefined) throw new Error('The journal of an undone turn is gone.');
    const undo = { type: 'undone' as const, at, paths, actions: moved.map(({ shown }) => shown.id), left };
    store.save({ ...stored, undo });
    records.record(workspaceId, messageId);
    const listing = files.map((file) => listed({ type: 'whole', file }));
    ledger.addUndoneTurn({
      workspaceId,
      messageId,
      files: listing.map(({ path, change }) => ({ path, change })),
      at,
    });
    steering.add(workspaceId, toldText(paths, left), null);
  });
  for (const action of moved) announce(action);
  records.announce(workspaceId, messageId);
}

/** Says if every file that an edit changed is among these. */
function isWithin({ content }: StoredEdit, paths: readonly string[]): boolean {
  return content.files.every(({ path, before, after }) => before === after || paths.includes(path));
}

function asUndone(action: StoredEdit): StoredEdit {
  const begun = nextState(action.shown.state, { type: 'undo-begun' });
  const state = begun && nextState(begun, { type: 'undone' });
  if (state === null) throw new Error('An applied edit could not be undone.');
  return { ...action, shown: { ...action.shown, state } };
}

/** The most files that are named to the agent. */
const mostNamed = 50;

function toldText(undone: readonly string[], left: readonly string[]): string {
  const stay = left.length === 0 ? [] : [`These were changed since, and stay as they are: ${names(left)}.`];
  return [
    '<system-reminder>',
    `The user undid the changes of a turn. These files are as they were before it: ${names(undone)}.`,
    ...stay,
    '</system-reminder>',
  ].join('\n');
}

function names(paths: readonly string[]): string {
  const more = paths.length - mostNamed;
  return [...paths.slice(0, mostNamed).map(shownName), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
