import { expect, test } from 'vitest';
import { tellProgress } from './progress.ts';

/** A call whose clock is moved by hand: each `tick` is one interval. */
function callWith(progressToken?: string) {
  const told: unknown[] = [];
  const running = new Set<() => void>();
  const periods: number[] = [];
  const notify = async (notification: unknown) => void told.push(notification);
  const stop = tellProgress(
    { mcpReq: { ...(progressToken !== undefined && { _meta: { progressToken } }), notify } },
    (ms, run) => {
      periods.push(ms);
      running.add(run);
      return () => running.delete(run);
    },
  );
  const tick = () => running.forEach((run) => run());
  return { told, periods, tick, stop };
}

test('a client that asked for progress hears every 15 seconds that its call is alive, until it ends', () => {
  const { told, periods, tick, stop } = callWith('token');
  expect(periods).toEqual([15_000]);
  tick();
  tick();
  expect(told).toMatchObject([
    { method: 'notifications/progress', params: { progressToken: 'token', progress: 1 } },
    { method: 'notifications/progress', params: { progressToken: 'token', progress: 2 } },
  ]);
  stop();
  tick();
  expect(told).toHaveLength(2);
});

test('one that did not ask hears nothing', () => {
  expect(callWith().periods).toEqual([]);
});
