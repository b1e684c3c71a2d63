import { expect, test } from 'vitest';
import { toolCallId } from '../../../test/renderer/transcript-samples.ts';
import { appWith, idOf, workspace } from '../../../test/renderer/workspace-samples.ts';
import type { WaitingCall, Workspace } from '../../shared/workspace/workspace.ts';
import { createParleyStore } from './parley-store.ts';
import { besideInQueue, queueOf, queuePlace } from './queue.ts';
import { createQueueIntents } from './queue-intents.ts';
import { createViewStore } from './view-store.ts';

const call = (id: string, since: number, more: Partial<WaitingCall> = {}): WaitingCall => ({
  toolCallId: toolCallId(id),
  what: 'question',
  subject: null,
  since,
  asker: null,
  outside: false,
  count: 1,
  words: 'Which?',
  ...more,
});

/** A chat with these calls, of which the first has waited longest. */
function waiting(name: string, ...calls: WaitingCall[]): Workspace {
  const [firstWaiting = null, ...alsoWaiting] = calls;
  return workspace(name, { waiting: calls.length, firstWaiting, alsoWaiting });
}

const failed = (name: string, updatedAt: number, more: Partial<Workspace> = {}) =>
  workspace(name, {
    turn: {
      status: 'failed',
      problem: { topic: 'key', what: 'The key was refused.', kept: '', todo: '', remedies: [] },
    },
    updatedAt,
    ...more,
  });

const keys = (chats: readonly Workspace[]) => queueOf(chats).map(({ key }) => key);

test('all that waits stands oldest first, each asker by itself, and then the stopped chats', () => {
  const inbox = waiting('inbox', call('far', 20, { outside: true }), call('near', 40, { outside: true }));
  const chats = [
    failed('old', 1),
    waiting('b', call('b1', 30)),
    inbox,
    workspace('quiet'),
    failed('new', 2),
    failed('put away', 3, { archived: true }),
    waiting('a', call('a1', 10), call('a2', 50)),
  ];
  expect(keys(chats)).toEqual(['a a1', 'inbox far', 'b b1', 'inbox near', 'a a2', 'new', 'old']);
  const entries = queueOf(chats);
  expect(entries.map((entry) => queuePlace(entries, entry))).toEqual([
    '1 of 5',
    '2 of 5',
    '3 of 5',
    '4 of 5',
    '5 of 5',
    '1 of 2',
    '2 of 2',
  ]);
});

test('a chat that failed and has a card waiting stands there once, with its card', () => {
  const chat = { ...failed('a', 5), ...waiting('a', call('a1', 10)), turn: failed('a', 5).turn };
  expect(keys([chat])).toEqual(['a a1']);
});

test('one that was settled keeps its place between the others while it is selected', () => {
  const chats = [waiting('a', call('a1', 10)), waiting('b', call('b1', 20)), waiting('c', call('c1', 30))];
  const [, b] = queueOf(chats);
  const left = queueOf([waiting('a', call('a1', 10)), waiting('c', call('c1', 30))]);
  if (b === undefined) throw new Error('There are three');
  expect(besideInQueue(left, b, 1)?.key).toBe('c c1');
  expect(besideInQueue(left, b, -1)?.key).toBe('a a1');
  expect(besideInQueue(left, null, 1)?.key).toBe('a a1');
  expect(besideInQueue(left, left[1] ?? null, 1)).toBeUndefined();
});

/** A window with these chats in which the page was opened. */
function openPage(chats: Workspace[], wide = true) {
  const store = createParleyStore();
  const view = createViewStore();
  const opened: string[] = [];
  const set = (...workspaces: Workspace[]) => store.setState({ app: appWith(workspaces) });
  set(...chats);
  const queue = createQueueIntents({
    store,
    view,
    openWorkspace(id) {
      opened.push(id);
      view.setState({ page: null });
    },
    preloadChat: () => undefined,
    takeCaret: () => true,
    hasTwoColumns: () => wide,
  });
  queue.openQueue();
  const at = () => {
    const { page } = view.getState();
    return page?.name === 'queue' ? (page.at?.key ?? null) : undefined;
  };
  return { ...queue, view, set, opened, at };
}

const [a, b, c] = ['a', 'b', 'c'].map((name, index) => waiting(name, call(`${name}1`, index)));
const all = [a, b, c].filter((chat) => chat !== undefined);
/** The three chats once nothing waits in these any more. */
const after = (...settled: string[]) =>
  all.map((chat) => (settled.includes(chat.name) ? workspace(chat.name) : chat));

test('it opens on what has waited longest, and moves on to either end', () => {
  const { moveInQueue, at, opened, view } = openPage(all);
  expect(at()).toBe('a a1');
  expect(view.getState().requestedCard).toMatchObject({ toolCallId: 'a1', keepsFocus: true });
  moveInQueue(-1);
  expect(at()).toBe('a a1');
  moveInQueue(1);
  moveInQueue(1);
  moveInQueue(1);
  expect(at()).toBe('c c1');
  expect(opened).toEqual(['a', 'b', 'c']);
});

test('after a decision the next one comes, whichever is told first, and after the last the one before', () => {
  const { decidedIn, moveInQueue, set, at } = openPage(all);
  decidedIn(idOf('a'));
  expect(at()).toBe('a a1');
  set(...after('a'));
  expect(at()).toBe('b b1');
  moveInQueue(1);
  set(...after('a', 'c'));
  expect(at()).toBe('c c1');
  decidedIn(idOf('c'));
  expect(at()).toBe('b b1');
  decidedIn(idOf('b'));
  set(...after('a', 'b', 'c'));
  expect(at()).toBeNull();
});

test('the next card of the same chat comes in its turn', () => {
  const { decidedIn, set, at } = openPage([
    waiting('a', call('a1', 1), call('a2', 9)),
    waiting('b', call('b1', 5)),
  ]);
  decidedIn(idOf('a'));
  set(waiting('a', call('a2', 9)), waiting('b', call('b1', 5)));
  expect(at()).toBe('b b1');
});

test('one that is settled elsewhere stays until the person moves on', () => {
  const { moveInQueue, set, at } = openPage(all);
  set(...after('a'));
  expect(at()).toBe('a a1');
  moveInQueue(1);
  expect(at()).toBe('b b1');
  moveInQueue(-1);
  expect(at()).toBe('b b1');
});

test('a chat that is removed is left, and what comes meanwhile selects nothing', () => {
  const { set, at, view, selectInQueue } = openPage([waiting('a', call('a1', 1))]);
  set();
  expect(at()).toBeNull();
  set(...all);
  expect(at()).toBeNull();
  const [entry] = queueOf(all);
  if (entry !== undefined) selectInQueue(entry);
  expect(at()).toBe('a a1');
  expect(view.getState().page).toMatchObject({ wantsFocus: false });
});

test('Enter leads to the chat, at its card, and a stopped one to its composer', () => {
  const { openFromQueue, openQueue, moveInQueue, view, opened } = openPage([...all, failed('d', 1)]);
  openFromQueue();
  expect(view.getState()).toMatchObject({ page: null, requestedCard: { toolCallId: 'a1' } });
  expect(view.getState().requestedCard?.keepsFocus).toBeUndefined();
  openQueue();
  for (const _ of all) moveInQueue(1);
  openFromQueue();
  expect(opened.at(-1)).toBe('d');
});

test('where there is room for one column the list comes first, and the focus stays in the card', () => {
  const { at, afterDecision, view } = openPage(all, false);
  expect(at()).toBeNull();
  expect(afterDecision()).toBe(false);
  view.setState({ page: null });
  expect(afterDecision()).toBe(true);
});
