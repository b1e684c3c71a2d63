import { expect, test } from 'vitest';
import {
  startExternalChat,
  startRecordedChat,
} from '../../../../../test/main/agents/external/external-chat.ts';
import { recording } from '../../../../../test/main/agents/external/recording.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { toolParts, watchChat } from '../../../../../test/main/test-app.ts';
import type { Transcript } from '../../../../shared/transcript/transcript.ts';

const summariesIn = (chat: Transcript) => toolParts(chat).filter(({ work }) => work?.kind === 'summary');

/** Has the scripted agent tell what is given; returns the summaries that the chat shows then. */
async function told(updates: readonly object[]) {
  const { chat, send, turn } = await startExternalChat();
  await send(`updates ${JSON.stringify([hm, ...updates])}`, 'updates');
  await turn('idle');
  return summariesIn(await chat.until(said('All is told.')));
}

const hm = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hm. ' } };
const update = (status: string, more: object = {}) => ({
  sessionUpdate: 'compaction_update',
  compactionId: 'c',
  status,
  ...more,
});
const summary = (text: string) => [{ type: 'text', text }];

test('Claude Code is asked for its summary, which is kept', async () => {
  const lines = recording('claude-subagents');
  const prompts = lines.flatMap(({ message }, index) => (message.method === 'session/prompt' ? [index] : []));
  const compacting = [...lines.slice(0, prompts[0]), ...lines.slice(prompts[1])];
  const { client, workspace, chat, send, told: heard } = await startRecordedChat(compacting, 'one by one');
  await client.workspace.setMode({ workspaceId: workspace.id, mode: 'exec' });
  await send('/compact');
  await chat.until((now) => summariesIn(now)[0]?.result?.ok === true);
  const again = await watchChat(client, workspace.id);
  const [call] = summariesIn(await again.until((now) => summariesIn(now).length > 0));
  expect(call?.result?.text).toBe('Both have looked, and all is well.');
  expect(heard()[0]?.params).toMatchObject({
    clientCapabilities: { session: { compaction: {} } },
  });
});

test.each([
  ['whole', [update('in_progress'), update('completed', { summary: summary('All.') })], true, 'All.'],
  [
    'in pieces',
    [
      update('in_progress'),
      { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: { type: 'text', text: 'A' } },
      {
        sessionUpdate: 'compaction_summary_chunk',
        compactionId: 'c',
        content: { type: 'text', text: 'll.' },
      },
      update('completed'),
    ],
    true,
    'All.',
  ],
  [
    'in pieces, and then whole',
    [
      { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: { type: 'text', text: 'A' } },
      update('completed', { summary: summary('All.') }),
    ],
    true,
    'All.',
  ],
  ['of one that is over as it is told', [update('completed', { summary: summary('All.') })], true, 'All.'],
  ['of one that failed', [update('failed', { error: 'No model answered' })], false, 'No model answered'],
  ['of one that was stopped', [update('in_progress'), update('cancelled')], false, ''],
  [
    'of one that ends twice',
    [update('completed', { summary: summary('All.') }), update('failed')],
    true,
    'All.',
  ],
  ['of a form nobody knows', [update('completed', { summary: 7 }), update('exploded')], true, ''],
])('a summary %s', async (_, updates, ok, text) => {
  const summaries = await told(updates);
  expect(summaries.map(({ result }) => result)).toMatchObject([{ ok, text }]);
});

test('thousands of updates of one are one summary, and what has no id is none', async () => {
  const updates = Array.from({ length: 3_000 }, () => update('completed', { summary: summary('All.') }));
  expect(await told([{ ...update('completed'), compactionId: 7 }, ...updates])).toHaveLength(1);
});
