/**
 * Failures that pass by themselves, and advice on when to ask again that is none: `retry-after: 0` (Azure, LiteLLM),
 * a date in the past (a server whose clock is behind), Google's `retryDelay: "0s"`. Statuses as OpenRouter, Cloudflare
 * and the providers document them; a connection that breaks before the first token is a gateway that restarts.
 */
import { expect, it } from 'vitest';
import {
  failureOf,
  chatWithRaw,
  events,
  type RawReply,
} from '../../../../../test/main/agents/model/raw-provider.ts';
import { agentText } from '../../../../../test/main/test-app.ts';
import type { ProviderId } from '../../../../shared/providers/provider.ts';

const refusal = (status: number, headers: Record<string, string> = {}, body: unknown = {}): RawReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const good: RawReply = {
  body: events({ choices: [{ index: 0, delta: { content: 'Here I am.' }, finish_reason: 'stop' }] }),
};

/** A chat, and how long it waited before each repetition, in milliseconds. */
async function waitsOf(id: ProviderId, replies: RawReply[]) {
  const waits: number[] = [];
  const options = {
    after(ms: number, run: () => void) {
      if (ms >= 1_000 && ms <= 120_000 && ms % 500 === 0) waits.push(ms);
      const timer = setTimeout(run, 0);
      return () => clearTimeout(timer);
    },
  };
  const chat = await chatWithRaw(id, replies, { options });
  const turn = await chat.end();
  return { ...chat, turn, waits };
}

const growing = [2_000, 4_000, 8_000, 16_000];
const retryInfo = (retryDelay: string) => ({
  error: { code: 429, details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }] },
});

const advice: [string, ProviderId, RawReply, number[]][] = [
  ['none', 'openai-compatible', refusal(429), growing],
  ['retry-after: 0', 'openai-compatible', refusal(429, { 'retry-after': '0' }), growing],
  ['retry-after: 0.5', 'openai-compatible', refusal(429, { 'retry-after': '0.5' }), growing],
  ['retry-after: -3', 'openai-compatible', refusal(429, { 'retry-after': '-3' }), growing],
  ['retry-after-ms: 0', 'openai', refusal(429, { 'retry-after-ms': '0' }), growing],
  [
    'a date in the past',
    'openai-compatible',
    refusal(503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
    growing,
  ],
  ['no date', 'openai-compatible', refusal(503, { 'retry-after': 'soon' }), growing],
  ['retryDelay: 0s', 'google', refusal(429, {}, retryInfo('0s')), growing],
  [
    'retry-after: 5',
    'openai-compatible',
    refusal(429, { 'retry-after': '5' }),
    [5_000, 5_000, 8_000, 16_000],
  ],
  ['retryDelay: 30s', 'google', refusal(429, {}, retryInfo('30s')), [30_000, 30_000, 30_000, 30_000]],
];

it.each(advice)(
  'with %s from %s the pauses are never shorter than our own',
  async (_, id, reply, expected) => {
    const { waits, requests, turn } = await waitsOf(id, [reply]);
    expect(waits).toEqual(expected);
    expect(requests).toHaveLength(5);
    expect(turn.status).toBe('failed');
  },
);

it.each([408, 429, 500, 502, 503, 504, 520, 529])('a status of %i is repeated', async (status) => {
  const { waits, turn, shown } = await waitsOf('openai-compatible', [refusal(status), refusal(status), good]);
  expect(turn).toEqual({ status: 'idle' });
  expect(waits).toEqual([2_000, 4_000]);
  expect(agentText(await shown())).toBe('Here I am.');
});

const broken: [string, RawReply][] = [
  ['before its head', { body: '', end: 'reset' }],
  ['before its first event', { body: ': OPENROUTER PROCESSING\n\n', end: 'reset' }],
  ['after an empty event', { body: events({ choices: [{ delta: { role: 'assistant' } }] }), end: 'reset' }],
];

it.each(broken)('a connection that breaks %s is repeated', async (_, reply) => {
  const { waits, turn, shown } = await waitsOf('openai-compatible', [reply, good]);
  expect(turn).toEqual({ status: 'idle' });
  expect(waits).toEqual([2_000]);
  expect(agentText(await shown())).toBe('Here I am.');
});

it('a connection that breaks after the first token is the person’s to go on with', async () => {
  const body = events({ choices: [{ delta: { content: 'Here' } }] });
  const { requests, turn, shown } = await waitsOf('openai-compatible', [{ body, end: 'reset' }, good]);
  expect(failureOf(turn).what).toContain('broke off');
  expect(agentText(await shown())).toBe('Here');
  expect(requests).toHaveLength(1);
});

it.each([400, 401, 402, 403, 404, 413, 501])('a status of %i is not', async (status) => {
  const { requests, turn } = await waitsOf('openai-compatible', [refusal(status), good]);
  expect(turn.status).toBe('failed');
  expect(requests).toHaveLength(1);
});
