import { expect, test } from 'vitest';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import type { Settlement } from '../../shared/questions/questions.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { createAskStore } from './ask-store.ts';
import { createAttachmentStore } from './attachment-store.ts';
import { databaseIn } from '../../../test/main/storage/prepared-database.ts';
import { createDraftStore } from './draft-store.ts';
import { createMessageStore } from './message-store.ts';
import { createOutsideStore } from './outside-store.ts';
import { createPartStore } from './part-store.ts';
import { createSettingsStore } from './settings-store.ts';
import { createSteeringStore } from './steering-store.ts';
import { createWorkspaceStore } from './workspace-store.ts';

const workspaceId = workspaceIdSchema.parse('w');
const [first, second, third] = ['a', 'b', 'c'].map((id) => toolCallIdSchema.parse(id));
const settlement: Settlement = { outcome: { type: 'declined' }, where: 'card', at: 7 };

/** The stores of a chat, on a database whose relaxed connection can write nothing. */
function openStores() {
  const database = databaseIn(temporaryFolder());
  const workspaces = createWorkspaceStore(database);
  const chat = { name: 'w', folder: '/w', mode: 'plan', agent: 'guide', dialect: null, at: 5 } as const;
  workspaces.add({ id: workspaceId, ...chat });
  database.relaxed.exec('PRAGMA query_only = ON');
  const asks = createAskStore(database, createDraftStore(database));
  const stores = {
    workspaces,
    messages: createMessageStore(database, createAttachmentStore(database)),
    parts: createPartStore(database),
    asks,
    outside: createOutsideStore(database, asks),
    settings: createSettingsStore(database),
    steering: createSteeringStore(database),
  };
  const messageId = stores.messages.addAgentMessage(workspaceId, 5);
  return { ...stores, messageId, close: () => database.close() };
}

test('a question, its countdown and its answer go through the durable connection', () => {
  const { asks, messageId, close } = openStores();
  if (first === undefined || second === undefined) throw new Error('There are calls.');
  const ask = { workspaceId, messageId, asker: 'Parley', questions: [], openedAt: 5 };
  asks.open({ ...ask, toolCallId: first });
  asks.setTimeout(workspaceId, first, { deadline: 9, stopped: false });
  expect(asks.get(workspaceId, first)).toMatchObject({ settlement: null, timeout: { deadline: 9 } });
  asks.settle(workspaceId, first, settlement);
  asks.record({ ...ask, toolCallId: second, settlement });
  for (const call of [first, second]) expect(asks.get(workspaceId, call)?.settlement).toEqual(settlement);
  expect(() => asks.saveDraft(workspaceId, first, []), 'what is typed does not').toThrow('readonly');
  close();
});

test('so do the calls of a chat, their results, and questions that these left open', () => {
  const { parts, asks, messageId, close } = openStores();
  if (first === undefined) throw new Error('There are calls.');
  const call = { type: 'tool', kind: 'question', toolCallId: first, toolName: 'ask', input: {} } as const;
  parts.add({ messageId, step: 0, ...call }, 5);
  asks.open({ workspaceId, toolCallId: first, messageId, asker: 'Parley', questions: [], openedAt: 5 });
  parts.settle({ messageId, toolCallId: first }, { ok: true, text: 'done' }, { at: 6, since: 0 });
  asks.settleLeftOpen(workspaceId, settlement);
  expect(parts.ofMessage(messageId)).toMatchObject([{ result: { ok: true, text: 'done' } }]);
  expect(asks.get(workspaceId, first)?.settlement).toEqual(settlement);
  close();
});

test('so do the requests of askers outside, and whether these are there', () => {
  const { outside, close } = openStores();
  if (third === undefined) throw new Error('There are calls.');
  const asked = { asker: 'script', tool: 'agent_shell', toolName: 'agent_shell', kind: 'question' } as const;
  const call = {
    workspaceId,
    toolCallId: third,
    folder: null,
    key: 'k',
    dedupeKey: 'd',
    questions: [],
    at: 5,
  };
  outside.open({ ...asked, ...call });
  outside.setPresence({ workspaceId, toolCallId: third }, 'gone');
  outside.noteAsked({ workspaceId, toolCallId: third }, 8);
  expect(outside.byDedupeKey('d', 8)).toMatchObject([{ presence: 'gone' }]);
  close();
});

test('so do settings, what agents are told, and the state of a chat', () => {
  const { settings, steering, workspaces, messageId, close } = openStores();
  settings.save({ theme: 'dark' });
  steering.say(workspaceId, { messageId, step: 0, text: 'Go on', kind: 'go-on', about: null });
  workspaces.setTurn(workspaceId, { status: 'interrupted' }, 6);
  workspaces.setMode(workspaceId, 'exec');
  expect(settings.read().theme).toBe('dark');
  expect(steering.placed(workspaceId)).toMatchObject([{ text: 'Go on' }]);
  expect(workspaces.get(workspaceId)).toMatchObject({ turn: { status: 'interrupted' }, mode: 'exec' });
  close();
});
