import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { ChatLog } from './chat-log.ts';
import { PersonMessages } from './person-messages.ts';
import { findMessages } from './find-messages.ts';

const id = workspaceIdSchema.parse('w');
const toolCallId = toolCallIdSchema.parse('call');

function createChat() {
  const folder = temporaryFolder();
  const stores = storesIn(folder);
  stores.workspaces.add({ id, name: 'w', folder: '/w', mode: 'plan', agent: 'guide', dialect: null, at: 5 });
  const log = new ChatLog(stores, stores.drafts, 'run', () => 5);
  const messages = new PersonMessages(stores, log, () => 5);
  let keys = 0;
  return {
    stores,
    log,
    messages,
    /** Many messages of the person, whose texts end in their numbers. */
    sayMany(count: number, text: string) {
      const database = new DatabaseSync(join(folder, 'parley.db'));
      database.exec(`
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
          INSERT INTO messages (workspace_id, role, created_at) SELECT '${id}', 'user', 5 FROM n;
        INSERT INTO parts (message_id, position, step, type, text)
          SELECT id, 0, 0, 'text', '${text}' || id FROM messages
            WHERE role = 'user' AND id NOT IN (SELECT message_id FROM parts);
      `);
      database.close();
    },
    say(text: string) {
      keys += 1;
      messages.queue(id, { key: String(keys), text });
      messages.deliverQueued(id);
    },
    find: async (text: string, signal?: AbortSignal) =>
      (await findMessages(stores.search, id, text, signal)).places.map(({ messageId, part }) => [
        messageId,
        part,
      ]),
  };
}

describe('finding in a chat', () => {
  it('gives every place of a chat of any length, newest first', async () => {
    const { sayMany, find } = createChat();
    sayMany(600, 'Needle ');
    expect(await find('needle 200')).toEqual([[200, 0]]);
    expect((await find('NEEDLE')).map(([messageId]) => messageId)).toEqual(
      Array.from({ length: 600 }, (_, index) => 600 - index),
    );
    expect(await find('  ')).toEqual([]);
    expect(await find('nothing like it')).toEqual([]);
  });

  it('reads what the agent said part by part, and not what it thought', async () => {
    const { log, find } = createChat();
    const messageId = log.beginAgentMessage(id);
    log.addPart(id, { messageId, step: 0, type: 'reasoning', text: 'the parser' });
    log.addPart(id, { messageId, step: 0, type: 'text', text: 'Look at the **parser** first.' });
    log.addPart(id, { messageId, step: 0, type: 'text', text: 'Then at the rest.' });
    expect(await find('the parser first')).toEqual([[messageId, 1]]);
    expect(await find('the rest')).toEqual([[messageId, 2]]);
  });
});

const askCall = { step: 0, type: 'tool' as const, kind: 'question' as const, toolCallId, toolName: 'ask' };

describe('finding in a chat with cards', () => {
  it('reads questions, their options and what was answered', async () => {
    const { stores, log, find } = createChat();
    const messageId = log.beginAgentMessage(id);
    log.addPart(id, { ...askCall, messageId, input: { secret: 'input' } });
    const question = {
      id: 'q',
      prompt: 'Which way?',
      kind: 'choice' as const,
      options: [{ label: 'Left', description: 'along the river' }],
      multiple: false,
    };
    stores.asks.open({
      workspaceId: id,
      toolCallId,
      messageId,
      asker: 'Parley',
      questions: [question],
      openedAt: 5,
    });
    expect(await find('along the river')).toEqual([[messageId, 0]]);
    expect(await find('over the hill')).toEqual([]);
    stores.asks.settle(id, toolCallId, {
      outcome: {
        type: 'answered',
        timedOut: false,
        replies: [
          { status: 'answered', questionId: 'q', picks: [], custom: 'Over the hill', origin: 'typed' },
        ],
      },
      where: 'card',
      at: 6,
    });
    expect(await find('over the hill')).toEqual([[messageId, 0]]);
    expect(await find('secret')).toEqual([]);
    expect(await find('answered')).toEqual([]);
  });
});

describe('finding in a chat that changes', () => {
  it('finds what stands in another branch, and leaves out what the agent has not got', async () => {
    const { stores, messages, say, find } = createChat();
    say('needle one');
    say('needle two');
    const [first] = stores.messages.page(id, Number.MAX_SAFE_INTEGER, 10);
    if (first === undefined) throw new Error('There is a message.');
    messages.replaceFrom(id, first.id, { key: 'again', text: 'needle three' });
    expect(await find('needle')).toEqual([
      [2, 0],
      [1, 0],
    ]);
    messages.deliverQueued(id);
    expect(await find('needle')).toEqual([
      [3, 0],
      [2, 0],
      [1, 0],
    ]);
  });

  it('ends early when nobody waits for it any more', async () => {
    const { sayMany, find } = createChat();
    sayMany(600, 'needle ');
    const over = new AbortController();
    const found = find('needle', over.signal);
    over.abort();
    expect((await found).length).toBeLessThan(600);
  });
});

describe('reading a part of a chat', () => {
  it('begins with all messages since the oldest card that waits', async () => {
    const { log, stores, sayMany } = createChat();
    sayMany(30, '');
    const messageId = log.beginAgentMessage(id);
    log.addPart(id, { ...askCall, messageId, input: {} });
    stores.asks.open({ workspaceId: id, toolCallId, messageId, asker: 'X', questions: [], openedAt: 5 });
    sayMany(100, '');
    const first = async () => {
      const { value } = await log.watch(id, undefined, undefined).next();
      return value?.type === 'snapshot' ? value.state.transcript.messages[0]?.id : undefined;
    };
    expect(await first()).toBe(messageId);
    stores.asks.settle(id, toolCallId, {
      outcome: { type: 'declined' },
      where: 'card',
      at: 6,
    });
    expect(await first()).toBe(131 - 59);
  });

  it('is true about what lies before and after it', () => {
    const { log, sayMany } = createChat();
    sayMany(150, '');
    const ends = (at: Parameters<ChatLog['readMessages']>[1], count?: number) => {
      const read = log.readMessages(id, at, count);
      const ids = read?.messages.map((message) => Number(message.id)) ?? [];
      return [ids[0], ids.at(-1), read?.hasEarlier, read?.hasLater];
    };
    const message = log.readMessages(id, { type: 'start' })?.messages[59];
    if (message === undefined) throw new Error('A page has sixty messages.');
    expect(ends({ type: 'start' })).toEqual([1, 60, false, true]);
    expect(ends({ type: 'before', messageId: message.id })).toEqual([1, 59, false, true]);
    expect(ends({ type: 'after', messageId: message.id })).toEqual([61, 120, true, true]);
    expect(ends({ type: 'after', messageId: message.id }, 90)).toEqual([61, 150, true, false]);
    expect(ends({ type: 'around', messageId: message.id }, 10)).toEqual([55, 64, true, true]);
    expect(log.readMessages(id, { type: 'call', toolCallId })).toBeUndefined();
  });

  it('counts the messages that a chat shows, and those before one of them', () => {
    const { log, messages, sayMany, say } = createChat();
    sayMany(20, '');
    const tenth = log.readMessages(id, { type: 'start' })?.messages[9];
    if (tenth === undefined) throw new Error('There are twenty messages.');
    expect(log.countMessages(id, tenth.id)).toEqual({ all: 20, before: 9 });
    say('delivered');
    messages.queue(id, { key: 'queued', text: 'not yet' });
    expect(log.countMessages(id, tenth.id)).toEqual({ all: 21, before: 9 });
    messages.replaceFrom(id, tenth.id, { key: 'anew', text: 'instead' });
    expect(log.countMessages(id, tenth.id)).toEqual({ all: 9, before: 9 });
  });
});

describe('messages that are brought back', () => {
  it('are those that the person sent before one, fifty at a time', () => {
    const { log, messages, sayMany } = createChat();
    sayMany(150, '');
    const all = log.readMessages(id, { type: 'start' }, 150)?.messages ?? [];
    const ofPerson = all.flatMap((message) => (message.role === 'user' ? [message] : []));
    const last = all.at(-1);
    if (last === undefined) throw new Error('There are messages.');
    const before = ofPerson.filter((message) => message.id < last.id);
    expect(messages.sentBefore(id, last.id)).toEqual(
      before.slice(-50).map((message) => ({ id: message.id, text: message.text })),
    );
  });
});
