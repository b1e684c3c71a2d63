import { expect, test } from 'vitest';
import { UnconfirmedDeliveries } from './unconfirmed-deliveries.ts';

/** Deliveries on a clock that the test turns, with what became of each. */
function setUp() {
  const timers = new Set<() => void>();
  const became: string[] = [];
  const deliveries = new UnconfirmedDeliveries((_, run) => {
    timers.add(run);
    return () => timers.delete(run);
  });
  const send = (name: string, key = 'call') =>
    deliveries.send(key, {
      answer: name,
      complete: () => became.push(`${name} arrived`),
      lose: () => became.push(`${name} is kept`),
    });
  const runFirst = () => {
    const [first] = timers;
    if (first === undefined) throw new Error('No timer runs.');
    timers.delete(first);
    first();
  };
  return { deliveries, send, became, timers, runFirst };
}

test('a confirmation completes what was sent to its call, and only once', () => {
  const { deliveries, send, became, timers } = setUp();
  expect(send('one')).toBe('one');
  send('other', 'another call');
  deliveries.confirm('call');
  deliveries.confirm('call');
  expect(became).toEqual(['one arrived']);
  expect(timers.size).toBe(1);
});

test('an answer that nobody confirms in time is kept, and a late confirmation changes nothing', () => {
  const { deliveries, send, became, runFirst } = setUp();
  send('one');
  runFirst();
  deliveries.confirm('call');
  expect(became).toEqual(['one is kept']);
});

test('of two answers to one call the later one can still arrive when the first was given up', () => {
  const { deliveries, send, became, timers, runFirst } = setUp();
  send('first');
  send('second');
  runFirst();
  deliveries.confirm('call');
  expect(became).toEqual(['first is kept', 'second arrived']);
  expect(timers.size).toBe(0);
});

test('closing stops every timer', () => {
  const { deliveries, send, became, timers } = setUp();
  send('one');
  send('two');
  send('three', 'another call');
  deliveries.close();
  expect(timers.size).toBe(0);
  expect(became).toEqual([]);
});
