import { expect, test } from 'vitest';
import { toolCallId } from '../../../test/renderer/transcript-samples.ts';
import { appWith, idOf, workspace } from '../../../test/renderer/workspace-samples.ts';
import type { PermissionId } from '../../shared/ids.ts';
import type { SameRequestGroup } from '../../shared/permissions/same-request.ts';
import type { WaitingCall, Workspace } from '../../shared/workspace/workspace.ts';
import { createParleyStore } from './parley-store.ts';
import { apartEntry, besideInQueue, chatsOf, queueOf, queuePlace } from './queue.ts';
import { createQueueIntents } from './queue-intents.ts';
import { createViewStore } from './view-store.ts';

const call = (id: string, since: number, more: Partial<WaitingCall> = {}): WaitingCall => ({
  toolCallId: toolCallId(id),
  what: 'question',
  subject: null,
  since,
  asker: null,
  askedBy: 'agent',
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

const queueFor = (workspaces: readonly Workspace[], sameRequests: SameRequestGroup[] = []) =>
  queueOf({ workspaces: [...workspaces], sameRequests });

const keys = (chats: readonly Workspace[]) => queueFor(chats).map(({ key }) => key);

test('all that waits stands oldest first, each asker by itself, and then the stopped chats', () => {
  const inbox = waiting(
    'inbox',
    call('far', 20, { askedBy: 'outside' }),
    call('near', 40, { askedBy: 'outside' }),
  );
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
  const entries = queueFor(chats);
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
  const [, b] = queueFor(chats);
  const left = queueFor([waiting('a', call('a1', 10)), waiting('c', call('c1', 30))]);
  if (b === undefined) throw new Error('There are three');
  expect(besideInQueue(left, b, 1)?.key).toBe('c c1');
  expect(besideInQueue(left, b, -1)?.key).toBe('a a1');
  expect(besideInQueue(left, null, 1)?.key).toBe('a a1');
  expect(besideInQueue(left, left[1] ?? null, 1)).toBeUndefined();
});

/** Chats that ask for the same, each by its first call. */
function sameIn(chats: readonly Workspace[], more: Partial<SameRequestGroup> = {}): SameRequestGroup {
  const requests = chats.flatMap(({ id, name, folder, firstWaiting }) =>
    firstWaiting === null
      ? []
      : [
          {
            workspaceId: id,
            toolCallId: firstWaiting.toolCallId,
            permissionId: permissionId(name),
            asker: 'Claude',
            askedBy: 'agent' as const,
            folder,
            reason: null,
            openedAt: firstWaiting.since,
          },
        ],
  );
  const subject = { type: 'command' as const, line: 'npm ci', folder: '/srv/a', confined: true };
  return { key: 'same', subject, requests, ...more };
}

function permissionId(name: string): PermissionId {
  const isId = (id: string): id is PermissionId => id !== '';
  if (!isId(name)) throw new Error('A permission needs an id');
  return name;
}

test('what several chats ask for alike is one row, and what one of them asks besides is another', () => {
  const chats = [
    waiting('a', call('a1', 10), call('a2', 40)),
    waiting('b', call('b1', 20)),
    waiting('c', call('c1', 30)),
  ];
  const entries = queueFor(chats, [sameIn([chats[0], chats[2]].filter((chat) => chat !== undefined))]);
  expect(entries.map(({ key }) => key)).toEqual(['same', 'b b1', 'a a2']);
  expect(entries.map((entry) => chatsOf(entry).map(({ name }) => name))).toEqual([['a', 'c'], ['b'], ['a']]);
});

test('of a group with one chat in the list each stands by itself', () => {
  const [a, b] = [waiting('a', call('a1', 10)), waiting('b', call('b1', 20))];
  expect(queueFor([a], [sameIn([a, b])]).map(({ key }) => key)).toEqual(['a a1']);
});

/** A window with these chats in which the page was opened. */
function openPage(chats: Workspace[], wide = true, sameRequests: SameRequestGroup[] = []) {
  const store = createParleyStore();
  const view = createViewStore();
  const opened: string[] = [];
  const setSame = (workspaces: Workspace[], same: SameRequestGroup[]) =>
    store.setState({ app: { ...appWith(workspaces), sameRequests: same } });
  const set = (...workspaces: Workspace[]) => setSame(workspaces, []);
  setSame(chats, sameRequests);
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
  return { ...queue, view, set, setSame, opened, at };
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
  const [entry] = queueFor(all);
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

test('several for the same open no chat, and are left once none of those answered waits', () => {
  const same = sameIn(all);
  const { at, opened, view, moveInQueue, decidedTogether, setSame } = openPage(all, true, [same]);
  expect([at(), opened]).toEqual(['same', []]);
  moveInQueue(1);
  expect(at()).toBe('same');
  const { page } = view.getState();
  if (page?.name !== 'queue' || page.at?.type !== 'group') throw new Error('They are several');
  decidedTogether(page.at.asking.slice(0, 2));
  expect(at()).toBe('same');
  // The requests are told before the list of chats.
  setSame(all, []);
  expect(at()).toBe('same');
  setSame(after('a', 'b'), []);
  expect([at(), opened]).toEqual(['c c1', ['c']]);
});

test('one of several can be opened apart, is a row of its own then, and is left for the others', () => {
  const { at, opened, view, selectInQueue, decidedIn, setSame } = openPage(all, true, [sameIn(all)]);
  const [group] = queueFor(all, [sameIn(all)]);
  const first = group?.type === 'group' ? group.asking[0] : undefined;
  const apart = first && apartEntry(first);
  if (apart === undefined) throw new Error('It waits');
  selectInQueue(apart);
  expect([at(), opened]).toEqual(['a a1', ['a']]);
  expect(view.getState().requestedCard).toMatchObject({ toolCallId: 'a1' });
  decidedIn(idOf('a'));
  expect(at()).toBe('a a1');
  const left = after('a');
  setSame(left, [sameIn(left)]);
  expect(at()).toBe('same');
});
