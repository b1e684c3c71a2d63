import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import { applyEvent } from '../../shared/transcript/apply-event.ts';
import type { Transcript } from '../../shared/transcript/transcript.ts';
import type { MessageRow } from '../storage/message-store.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { breakTable } from '../../../test/main/storage/break-table.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { ChatLog } from './chat-log.ts';
import { PersonMessages } from './person-messages.ts';

const id = workspaceIdSchema.parse('w');

function createLog(dataDir = temporaryFolder(), now = () => 5) {
  const stores = storesIn(dataDir);
  if (stores.workspaces.list().length === 0)
    stores.workspaces.add({
      id,
      name: 'w',
      folder: '/w',
      mode: 'plan',
      agent: 'guide',
      dialect: null,
      at: 5,
    });
  const log = new ChatLog(stores, stores.drafts, 'run', now);
  return { stores, log, messages: new PersonMessages(stores, log, () => 5) };
}

type Log = ReturnType<typeof createLog>['log'];

async function firstItem(log: Log) {
  const first = await log.watch(id, undefined, undefined).next();
  if (first.done === true || first.value.type !== 'snapshot') {
    throw new Error('A new subscriber begins with a snapshot.');
  }
  return first.value;
}

async function snapshot(log: Log): Promise<Transcript> {
  return (await firstItem(log)).state.transcript;
}

/** Does one action to a chat, chosen by number so that a failing case can be shortened. */
function act({ log, messages, stores }: ReturnType<typeof createLog>, action: number, count: number): void {
  const last = log.history(id).findLast((entry) => entry.role === 'agent');
  const messageId = last?.messageId;
  switch (action) {
    case 0:
      messages.queue(id, { key: String(count), text: `message ${count}` });
      break;
    case 1:
      messages.deliverQueued(id);
      break;
    case 2:
      log.beginAgentMessage(id);
      break;
    case 3:
      if (messageId !== undefined) {
        const position = log.addPart(id, { messageId, step: 0, type: 'text', text: '' });
        const tail = log.openText(id, messageId, position);
        tail.append(`text ${count} `);
        tail.append('more');
        log.closeText(id, tail);
      }
      break;
    case 6:
      if (messageId !== undefined) {
        const position = log.addPart(id, { messageId, step: 0, type: 'reasoning', text: 'hm' }, count);
        if (count % 2 === 0) log.endPart(id, messageId, position);
      }
      break;
    case 4:
      if (messageId !== undefined) {
        const toolCallId = toolCallIdSchema.parse(`call ${count}`);
        log.addPart(id, {
          messageId,
          step: 0,
          type: 'tool',
          kind: 'plain',
          toolCallId,
          toolName: 'list_files',
          input: { count },
        });
        log.settleTool(id, messageId, toolCallId, { ok: true, text: 'listed', details: { count } });
      }
      break;
    case 5: {
      const ofPerson = stores.messages.page(id, Number.MAX_SAFE_INTEGER, 100).filter(isPersons);
      const from = ofPerson[count % Math.max(1, ofPerson.length)];
      if (from !== undefined)
        messages.replaceFrom(id, from.id, { key: String(count), text: `instead ${count}` });
    }
  }
}

const isPersons = ({ role }: MessageRow) => role === 'user';

describe('ChatLog', () => {
  it('tells in events exactly what it stores, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(6), { maxLength: 25 }), async (actions) => {
        const made = createLog();
        const { log, stores } = made;
        const items = log.watch(id, (await firstItem(log)).cursor, undefined);
        for (const [count, action] of actions.entries()) act(made, action, count);
        const { state, cursor } = await firstItem(log);
        let told: Transcript = { messages: [], hasEarlier: false };
        for (let seen = 0; seen < cursor.seq; ) {
          const next = await items.next();
          if (next.done === true || next.value.type !== 'event') throw new Error('No event may be missing.');
          told = applyEvent(told, next.value.event);
          seen = next.value.cursor.seq;
        }
        const stored = state.transcript;
        expect(told).toEqual(stored);
        stores.close();
      }),
      { numRuns: 40 },
    );
  });

  it('shows in a snapshot also what was streamed a moment ago', async () => {
    const { log } = createLog();
    const messageId = log.beginAgentMessage(id);
    const tail = log.openText(id, messageId, log.addPart(id, { messageId, step: 0, type: 'text', text: '' }));
    tail.append('just now');
    expect(await snapshot(log)).toMatchObject({ messages: [{ parts: [{ text: 'just now' }] }] });
  });

  it('loads a long chat from its end, page by page, without a gap', async () => {
    const { log, messages } = createLog();
    for (let count = 1; count <= 150; count += 1) {
      messages.queue(id, { key: String(count), text: String(count) });
    }
    let page = await snapshot(log);
    const texts: string[] = [];
    for (;;) {
      texts.unshift(...page.messages.map((message) => (message.role === 'user' ? message.text : '')));
      const first = page.messages[0];
      if (!page.hasEarlier || first === undefined) break;
      const earlier = log.readMessages(id, { type: 'before', messageId: first.id });
      if (earlier === undefined) throw new Error('There is a page before this one.');
      page = earlier;
    }
    expect(texts).toEqual(Array.from({ length: 150 }, (_, index) => String(index + 1)));
  });
});

describe('what could not be stored', () => {
  it('is not emitted, as the result of a tool', async () => {
    const dataDir = temporaryFolder();
    const { log, stores } = createLog(dataDir);
    const messageId = log.beginAgentMessage(id);
    const toolCallId = toolCallIdSchema.parse('call');
    const call = { type: 'tool', kind: 'plain', toolCallId, toolName: 'list_files', input: {} } as const;
    log.addPart(id, { messageId, step: 0, ...call });
    const items = log.watch(id, (await firstItem(log)).cursor, undefined);
    const mend = breakTable(dataDir, 'UPDATE OF result ON parts');
    expect(() => log.settleTool(id, messageId, toolCallId, { ok: true, text: 'lost' })).toThrow('no room');
    mend();
    log.settleTool(id, messageId, toolCallId, { ok: true, text: 'stored' });
    expect(await items.next()).toMatchObject({
      value: { event: { type: 'tool-settled', result: { text: 'stored' } } },
    });
    stores.close();
  });
});

describe('the time that a part took', () => {
  const look = toolCallIdSchema.parse('look');
  const call = {
    step: 0,
    type: 'tool' as const,
    kind: 'plain' as const,
    toolCallId: look,
    toolName: 'list_files',
  };
  const done = { ok: true, text: 'listed' };

  it('is kept for a thought and for a call, from before it was added to its end', async () => {
    const folder = temporaryFolder();
    let time = 1_000;
    const { log, stores } = createLog(folder, () => time);
    const messageId = log.beginAgentMessage(id);
    const thought = log.addPart(id, { messageId, step: 0, type: 'reasoning', text: 'hm' });
    time = 9_000;
    log.endPart(id, messageId, thought);
    log.addPart(id, { ...call, messageId, input: {} }, 2_000);
    log.settleTool(id, messageId, look, done);
    stores.close();
    const again = createLog(folder);
    expect(await snapshot(again.log)).toMatchObject({
      messages: [
        {
          parts: [
            { span: { startedAt: 1_000, endedAt: 9_000 } },
            { span: { startedAt: 2_000, endedAt: 9_000 } },
          ],
        },
      ],
    });
  });

  it('is not known of a call that an earlier run began', async () => {
    const folder = temporaryFolder();
    const { log, stores } = createLog(folder, () => 1_000);
    const messageId = log.beginAgentMessage(id);
    log.addPart(id, { ...call, messageId, input: {} });
    stores.close();
    const again = createLog(folder, () => 900_000);
    again.log.settleTool(id, messageId, look, done);
    const { messages } = await snapshot(again.log);
    expect(messages).toMatchObject([{ parts: [{ result: done }] }]);
    expect(JSON.stringify(messages)).not.toContain('endedAt');
  });
});

describe('what a chat keeps', () => {
  it('is one message for one key', () => {
    const { messages } = createLog();
    const message = { key: 'k', text: 'once' };
    expect([messages.queue(id, message), messages.queue(id, message)]).toEqual([true, false]);
  });

  it('is also the unsent message of the composer', async () => {
    const { log, messages } = createLog();
    messages.saveDraft(id, 'not yet sent');
    expect(await firstItem(log)).toMatchObject({ state: { messageDraft: 'not yet sent' } });
  });

  it('is also the metadata of a provider', () => {
    const { log } = createLog();
    const messageId = messageIdSchema.parse(log.beginAgentMessage(id));
    const metadata = { anthropic: { signature: 's' } };
    log.addPart(id, { messageId, step: 0, type: 'reasoning', text: 'hm', metadata });
    log.completeSteps(messageId, 1);
    expect(log.history(id)).toMatchObject([
      { steps: [{ complete: true, parts: [{ provider_metadata: metadata }] }] },
    ]);
  });
});
