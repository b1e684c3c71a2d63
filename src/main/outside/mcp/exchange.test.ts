import { expect, test } from 'vitest';
import { sendProgress } from './exchange.ts';

/** A call whose clock is moved by hand: each `tick` is one interval. */
function callWith(progressToken?: string) {
  const sent: unknown[] = [];
  const running = new Set<() => void>();
  const periods: number[] = [];
  const notify = async (notification: unknown) => void sent.push(notification);
  const stop = sendProgress(
    { mcpReq: { ...(progressToken !== undefined && { _meta: { progressToken } }), notify } },
    (ms, run) => {
      periods.push(ms);
      running.add(run);
      return () => running.delete(run);
    },
  );
  const tick = () => running.forEach((run) => run());
  return { sent, periods, tick, stop };
}

test('a client that asked for progress gets it every 15 seconds until its call ends', () => {
  const { sent, periods, tick, stop } = callWith('token');
  expect(periods).toEqual([15_000]);
  tick();
  tick();
  expect(sent).toMatchObject([
    { method: 'notifications/progress', params: { progressToken: 'token', progress: 1 } },
    { method: 'notifications/progress', params: { progressToken: 'token', progress: 2 } },
  ]);
  stop();
  tick();
  expect(sent).toHaveLength(2);
});

test('a client that did not ask gets none', () => {
  expect(callWith().periods).toEqual([]);
});
