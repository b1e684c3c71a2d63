import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { ChatLog } from './chat-log.ts';
import { PersonMessages } from './person-messages.ts';

type Said = 'user' | 'nothing' | 'text' | 'call';

const said = fc.array(fc.constantFrom<Said>('user', 'nothing', 'text', 'call'), { maxLength: 12 });

/** Keeps chats in one database, each in a workspace of its own. */
function chats() {
  const stores = storesIn(temporaryFolder());
  const log = new ChatLog(stores, stores.drafts, 'run', () => 5);
  const messages = new PersonMessages(stores, log, () => 5);
  let count = 0;
  return {
    log,
    write(chat: readonly Said[]) {
      count += 1;
      const id = workspaceIdSchema.parse(`chat-${count}`);
      stores.workspaces.add({
        id,
        name: 'w',
        folder: '/w',
        mode: 'plan',
        agent: 'guide',
        dialect: null,
        at: 5,
      });
      for (const [index, what] of chat.entries()) {
        if (what === 'user') {
          messages.queue(id, { key: String(index), text: `message ${index}` });
          messages.deliverQueued(id);
          continue;
        }
        const messageId = log.beginAgentMessage(id);
        if (what === 'nothing') continue;
        const toolCallId = toolCallIdSchema.parse(`call-${index}`);
        const call = {
          type: 'tool' as const,
          kind: 'plain' as const,
          toolCallId,
          toolName: 'read_file',
          input: {},
        };
        const part = what === 'text' ? { type: 'text' as const, text: `answer ${index}` } : call;
        log.addPart(id, { messageId, step: 0, ...part });
        log.completeSteps(messageId, 1);
      }
      return id;
    },
  };
}

test('the end of a history is the whole of it from the last answer on that holds anything', () => {
  const { log, write } = chats();
  fc.assert(
    fc.property(said, (messages) => {
      const id = write(messages);
      const history = log.history(id);
      const last = history.findLastIndex((entry) => entry.role === 'agent' && entry.steps.length > 0);
      expect(log.historyEnd(id)).toEqual(history.slice(Math.max(0, last)));
    }),
    { numRuns: 40 },
  );
});

test('every message of a history has its own parts, in their order', () => {
  const { log, write } = chats();
  const history = log.history(write(['user', 'text', 'user', 'call', 'nothing']));
  expect(history).toMatchObject([
    { role: 'user', text: 'message 0' },
    { role: 'agent', steps: [{ complete: true, parts: [{ text: 'answer 1' }] }] },
    { role: 'user', text: 'message 2' },
    { role: 'agent', steps: [{ complete: true, parts: [{ tool_call_id: 'call-3' }] }] },
    { role: 'agent', steps: [] },
  ]);
});
