import { expect, test } from 'vitest';
import { profileIn, workKinds } from './frame-profile.ts';

/** An event of a trace; times are milliseconds, those of the trace microseconds. */
const event = (name: string, from: number, to: number) => ({
  name,
  ph: 'X',
  pid: 1,
  tid: 1,
  ts: from * 1_000,
  dur: (to - from) * 1_000,
});

const nothing = Object.fromEntries(workKinds.map((kind) => [kind, 0]));

test('what lies in a task counts by its kind, the rest as the task, and what is between tasks as waiting', () => {
  const events = [
    event('RunTask', 0, 50),
    event('EvaluateScript', 10, 40),
    event('v8.compile', 10, 15),
    event('V8.Something', 15, 18),
    event('Layout', 20, 30),
    event('RunTask', 60, 70),
    event('Paint', 60, 64),
  ];
  expect(profileIn(events, { from: 0, to: 100 })).toEqual({
    ...nothing,
    'compiling scripts': 5,
    'running scripts': 15,
    'styles and layout': 10,
    painting: 4,
    'other tasks': 26,
    waiting: 40,
  });
});

test('only what lies in the stretch counts, and all of it together is the stretch', () => {
  const events = [event('RunTask', 0, 50), event('FunctionCall', 5, 45), event('MinorGC', 35, 44)];
  const profile = profileIn(events, { from: 10, to: 40 });
  expect(profile).toEqual({ ...nothing, 'running scripts': 25, 'collecting garbage': 5 });
});
