import { expect, test } from 'vitest';
import {
  startExternalChat,
  startRecordedChat,
} from '../../../../../test/main/agents/external/external-chat.ts';
import { linesOf, recording } from '../../../../../test/main/agents/external/recording.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { toolParts } from '../../../../../test/main/test-app.ts';
import type { Transcript } from '../../../../shared/transcript/transcript.ts';
import { UsageLimits } from './usage-limits.ts';

const limitsIn = (chat: Transcript) => toolParts(chat).filter(({ work }) => work?.kind === 'limit');

/** In milliseconds since 1970; limits are told in seconds. */
const now = 1_795_000_000_000;
const hour = 3_600;

const update = (limit: unknown) => ({ sessionUpdate: 'usage_update', _meta: { '_claude/rateLimit': limit } });
const near = (more: object = {}) =>
  update({
    status: 'allowed_warning',
    rateLimitType: 'five_hour',
    utilization: 0.91,
    resetsAt: now / 1_000 + hour,
    ...more,
  });

test('what Claude Code says of a limit stands in the chat, once', async () => {
  const resetsAt = Math.round(Date.now() / 1_000) + hour;
  const { client, workspace, chat, send, turn } = await startRecordedChat(
    linesOf(
      recording('claude-rate-limit')
        .map((line) => JSON.stringify(line).replaceAll('1795755609', String(resetsAt)))
        .join('\n'),
    ),
    'one by one',
  );
  await client.workspace.setMode({ workspaceId: workspace.id, mode: 'exec' });
  await send('Hello');
  await turn('idle');
  await send('Hello again', 'again');
  await turn('idle');
  const found = limitsIn(await chat.until((shown) => shown.messages.length >= 4));
  const title = '91 % of the 5-hour limit of Claude Code is used.';
  expect(found.map(({ work }) => work)).toMatchObject([{ title, resetsAt: resetsAt * 1_000 }]);
});

test('a limit is said before it is reached and when it is, and anew once it was reset', () => {
  let time = now;
  const limits = new UsageLimits('Claude Code', () => time);
  const reached = near({ status: 'rejected' });
  const titles = [near(), near({ utilization: 0.95 }), reached, reached, near()].map(
    (one) => limits.noteIn(one)?.title,
  );
  expect(titles).toEqual([
    '91 % of the 5-hour limit of Claude Code is used.',
    undefined,
    'The 5-hour limit of Claude Code is reached.',
    undefined,
    undefined,
  ]);
  time += hour * 1_000 + 1;
  expect(limits.noteIn(near())).toBeUndefined();
  const later = near({ resetsAt: time / 1_000 + hour });
  expect(limits.noteIn(later)?.resetsAt).toBe(Math.round(time + hour * 1_000));
});

test('limits of other windows are said each by its name', () => {
  const limits = new UsageLimits('Claude Code', () => now);
  const titles = ['seven_day', 'seven_day_opus', 'made_up', 'also_made_up'].map(
    (rateLimitType) => limits.noteIn(near({ rateLimitType }))?.title,
  );
  expect(titles).toEqual([
    '91 % of the weekly limit of Claude Code is used.',
    '91 % of the weekly limit for Opus of Claude Code is used.',
    '91 % of the usage limit of Claude Code is used.',
    undefined,
  ]);
});

test.each([
  ['nothing', undefined],
  ['a text', 'soon'],
  ['an allowance', { status: 'allowed', utilization: 0.2 }],
  ['a status that nobody knows', { status: 'exploded' }],
  ['a limit that was reset', { status: 'rejected', resetsAt: now / 1_000 - 1 }],
])('%s is no limit', (_, limit) => {
  expect(new UsageLimits('Claude Code', () => now).noteIn(update(limit))).toBeUndefined();
});

test.each([{ utilization: -3 }, { utilization: 1e300 }, { utilization: 'much' }, { utilization: 1.2 }])(
  'a share that can’t be is left out: %j',
  (more) => {
    const note = new UsageLimits('Claude Code', () => now).noteIn(near(more));
    expect(note?.title).toBe('The 5-hour limit of Claude Code is nearly reached.');
  },
);

test.each([{ resetsAt: 1e300 }, { resetsAt: -1 }, { resetsAt: now }, { resetsAt: 'noon' }])(
  'a time that can’t be is left out: %j',
  (more) => {
    const note = new UsageLimits('Claude Code', () => now).noteIn(near(more));
    expect(note).toMatchObject({ resetsAt: undefined });
  },
);

test('a flood of warnings is one line of the chat', async () => {
  const { chat, send, turn } = await startExternalChat();
  const resetsAt = Math.round(Date.now() / 1_000) + hour;
  const flood = Array.from({ length: 2_000 }, (_, index) => near({ resetsAt: resetsAt + index }));
  const hm = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hm. ' } };
  await send(`updates ${JSON.stringify([hm, ...flood])}`, 'updates');
  await turn('idle');
  expect(limitsIn(await chat.until(said('All is told.')))).toHaveLength(1);
});
