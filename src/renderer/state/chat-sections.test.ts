import { expect, test } from 'vitest';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { toolCallId } from '../../../test/renderer/transcript-samples.ts';
import { workspace } from '../../../test/renderer/workspace-samples.ts';
import { type ChatSections, chatSections, chatsInOrder, hasSameChats, inPlacesOf } from './chat-sections.ts';

const names = (chats: readonly Workspace[]) => chats.map(({ name }) => name);
const groupsOf = ({ groups }: ChatSections) => groups.map(({ folder, chats }) => [folder, ...names(chats)]);

function waits(name: string, since: number, more: Partial<Workspace> = {}): Workspace {
  const firstWaiting = {
    toolCallId: toolCallId('call'),
    what: 'question' as const,
    subject: null,
    since,
    asker: null,
    askedBy: 'agent' as const,
    count: 1,
    words: 'Which?',
  };
  return workspace(name, { waiting: 1, firstWaiting, ...more });
}

test('what waits comes first, longest of all at the top, archived or pinned too', () => {
  const chats = [waits('new', 9), waits('old', 1, { archived: true }), waits('pin', 5, { pinned: true })];
  const sections = chatSections(chats, {});
  expect(names(sections.needsYou)).toEqual(['old', 'pin', 'new']);
  expect([sections.pinned, sections.archived, sections.groups]).toEqual([[], [], []]);
});

test('the other chats stand under their folders by last activity, pinned and archived ones apart', () => {
  const sections = chatSections(
    [
      workspace('a', { folder: '/one', updatedAt: 1 }),
      workspace('b', { folder: '/two', updatedAt: 2 }),
      workspace('c', { folder: '/one', updatedAt: 3 }),
      workspace('d', { folder: '/one', pinned: true }),
      workspace('e', { folder: '/one', archived: true, pinned: true }),
      workspace('inbox', { folder: '/data/inbox' }),
    ],
    {},
  );
  expect(groupsOf(sections)).toEqual([
    ['/one', 'c', 'a'],
    ['/two', 'b'],
    [null, 'inbox'],
  ]);
  expect([names(sections.pinned), names(sections.archived)]).toEqual([['d'], ['e']]);
  expect(names(chatsInOrder(sections))).toEqual(['d', 'c', 'a', 'b', 'inbox', 'e']);
});

test('a chat in a worktree stands under the folder that it was begun on', () => {
  const made = {
    state: 'made' as const,
    origin: '/one',
    branch: 'parley/fix',
    from: 'main',
    along: 0,
    hookSaid: null,
  };
  const wanted = {
    state: 'wanted' as const,
    changes: true,
    copies: null,
    start: null,
    restores: false,
    removed: false,
  };
  const chats = [
    workspace('a', { folder: '/data-worktrees/one-1/fix', worktree: made, updatedAt: 2 }),
    workspace('b', { folder: '/one', worktree: wanted, updatedAt: 1 }),
  ];
  expect(groupsOf(chatSections(chats, {}))).toEqual([['/one', 'a', 'b']]);
  expect(chatSections(chats, { '/one': 0 }).hidden).toHaveLength(1);
});

test('a hidden folder comes back with the next chat that begins in it', () => {
  const one = workspace('a', { folder: '/one', createdAt: 5 });
  expect(groupsOf(chatSections([one], { '/one': 5 }))).toEqual([]);
  expect(chatSections([one], { '/one': 5 }).hidden).toHaveLength(1);
  const two = workspace('b', { folder: '/one', createdAt: 6 });
  expect(groupsOf(chatSections([one, two], { '/one': 5 }))).toEqual([['/one', 'a', 'b']]);
});

test('a list keeps its places while chats change, come and go', () => {
  const before = chatSections(
    [workspace('a', { updatedAt: 3 }), workspace('b', { folder: '/srv/a', updatedAt: 2 }), workspace('gone')],
    {},
  );
  const now = chatSections(
    [
      workspace('a', { updatedAt: 3 }),
      workspace('b', { folder: '/srv/a', updatedAt: 9, unread: true }),
      workspace('new', { folder: '/srv/a', updatedAt: 10 }),
      waits('asks', 1),
    ],
    {},
  );
  const kept = inPlacesOf(now, before);
  expect(groupsOf(kept)).toEqual([['/srv/a', 'a', 'b', 'new']]);
  expect(kept.groups[0]?.chats[1]?.unread).toBe(true);
  expect(names(kept.needsYou)).toEqual(['asks']);
});

test('a change of a chat leaves the groups of other folders as they were', () => {
  const [a, b] = [workspace('a', { folder: '/one' }), workspace('b', { folder: '/two' })];
  const before = chatSections([a, b], {}).groups;
  const after = chatSections([a, { ...b, name: 'c' }], {}).groups;
  const kept = before.map((group, index) => hasSameChats(group, after[index] ?? group));
  expect(kept).toEqual([true, false]);
  expect(before.map((group) => hasSameChats(group, { ...group, chats: [] }))).toEqual([false, false]);
});
