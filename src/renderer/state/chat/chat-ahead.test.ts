import { beforeEach, expect, test } from 'vitest';
import type { ChatEnd } from '../../../shared/contract/contract.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { workspaceId } from '../../../../test/renderer/transcript-samples.ts';
import { type ChatAhead, createChatAhead } from './chat-ahead.ts';

const [one, two] = [workspaceId('one'), workspaceId('two')];

const end: ChatEnd = {
  type: 'snapshot',
  cursor: { feed: 'f', seq: 0 },
  state: { transcript: { messages: [], hasEarlier: false }, messageDraft: '', attached: [] },
};

let asked: { id: WorkspaceId; answer: PromiseWithResolvers<ChatEnd> }[];
let due: Set<() => void>;
let time: number;
let ahead: ChatAhead;

beforeEach(() => {
  asked = [];
  due = new Set();
  time = 0;
  ahead = createChatAhead({
    readEnd({ workspaceId: id }) {
      const answer = Promise.withResolvers<ChatEnd>();
      asked.push({ id, answer });
      return answer.promise;
    },
    isThere: (id) => id === two,
    timing: {
      after(_, run) {
        due.add(run);
        return () => due.delete(run);
      },
    },
    now: () => time,
  });
});

function taken(id: WorkspaceId): (ChatEnd | null)[] {
  const got: (ChatEnd | null)[] = [];
  ahead.take(id, (read) => got.push(read));
  return got;
}

async function answered(): Promise<void> {
  asked[0]?.answer.resolve(end);
  await Promise.resolve();
  await Promise.resolve();
}

test('a chat that was pressed is read once, and is there at once when it is opened', async () => {
  ahead.preloadChat(one, true);
  ahead.preloadChat(one, true);
  await answered();
  expect(taken(one)).toEqual([end]);
  expect(asked).toHaveLength(1);
});

test('one that is opened before it was read is handed over when it was', async () => {
  ahead.preloadChat(one, true);
  const got = taken(one);
  expect(got).toEqual([]);
  await answered();
  expect(got).toEqual([end]);
});

test('moving along a list reads only where one stays', () => {
  const three = workspaceId('three');
  ahead.preloadChat(one, false);
  ahead.preloadChat(three, false);
  for (const run of due) run();
  expect(asked.map(({ id }) => id)).toEqual([three]);
});

test('nothing is read of a chat that is there anyway', () => {
  ahead.preloadChat(two, true);
  expect(asked).toEqual([]);
});

test('what was read a while ago, for another chat, or before, does not count', async () => {
  ahead.preloadChat(one, true);
  await answered();
  expect(taken(two)).toEqual([null]);
  expect(taken(one)).toEqual([null]);
  ahead.preloadChat(one, true);
  time = 10_000;
  expect(taken(one)).toEqual([null]);
});

test('a chat that cannot be read ahead is opened as if nobody had tried', async () => {
  ahead.preloadChat(one, true);
  const got = taken(one);
  asked[0]?.answer.reject(new Error('gone'));
  await expect.poll(() => got).toEqual([null]);
});
