import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterEvent,
  type ArmingEvent,
  armingTime,
  type Attempt,
  mayDecide,
  nothingArmed,
  type Rect,
} from './arming.ts';

const seed = 20_260_114;
const place: Rect = { left: 100, top: 100, right: 200, bottom: 130 };
const over = { x: 150, y: 115 };
const elsewhere = { x: 400, y: 400 };

const controls = ['apply', 'discard'] as const;
const control = fc.constantFrom(...controls);
const at = fc.constant(0);

/** Events, of which those that disturb a control are rare enough for some to be armed. */
const happening = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('shown' as const), control, place: fc.constant(place), at }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('moved' as const),
      control,
      place: fc.constant(place),
      pointer: fc.constantFrom(over, elsewhere, null),
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('gone' as const), control }) },
  { weight: 1, arbitrary: fc.constant({ type: 'page-hidden' as const }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('time-passed' as const), at }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('pointer-down' as const),
      pointerId: fc.constantFrom(1, 2),
      on: fc.option(control),
      at,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom('pointer-up' as const, 'pointer-cancelled' as const),
      pointerId: fc.constantFrom(1, 2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('key-down' as const),
      key: fc.constantFrom('Enter', 'a'),
      on: fc.option(control),
      at,
      repeat: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('key-up' as const),
      key: fc.constantFrom('Enter', 'a', null),
      at,
    }),
  },
);

type Logged = { event: ArmingEvent; at: number };

/** Gives every event the time at which it happens. */
const logs = fc.array(fc.tuple(fc.nat(400), happening), { maxLength: 60 }).map((steps) => {
  let now = 0;
  return steps.map(([passed, event]): Logged => {
    now += passed;
    return { event: 'at' in event ? { ...event, at: now } : event, at: now };
  });
});

const attempt = fc.oneof(
  fc.record({
    by: fc.constant('pointer' as const),
    clicks: fc.constantFrom(1, 2, 3),
  }),
  fc.constantFrom<Attempt>({ by: 'key' }, { by: 'handler', at: 0 }, { by: 'software', at: 0 }),
);

const stateAfter = (log: readonly Logged[]) =>
  log.reduce((state, { event }) => afterEvent(state, event), nothingArmed);

/** The press that an attempt comes from, as the log has it; where it comes from none, the end of the log. */
function pressOf(log: readonly Logged[], { by }: Attempt): number {
  const type = by === 'pointer' ? 'pointer-down' : 'key-down';
  const index = log.findLastIndex(({ event }) => event.type === type);
  const isKeyUp = log.slice(index + 1).some(({ event }) => event.type === 'key-up');
  return index < 0 || by === 'software' || (by === 'handler' && isKeyUp) ? log.length : index;
}

/** True for an event that takes a control out of a person's sight, or brings it to their pointer. */
function disturbs({ event }: Logged, id: string): boolean {
  switch (event.type) {
    case 'page-hidden':
      return true;
    case 'shown':
    case 'gone':
      return event.control === id;
    case 'moved':
      return event.control === id && event.pointer === over;
    case 'time-passed':
    case 'pointer-down':
    case 'pointer-up':
    case 'pointer-cancelled':
    case 'key-down':
    case 'key-up':
      return false;
  }
}

/** True if a control moved along with a press that was on it, or after the one that decides. */
function isHeld(log: readonly Logged[], index: number, id: string, press: number): boolean {
  const before = log.slice(0, index).findLast(({ event }) => event.type === 'pointer-down')?.event;
  const isMove = log[index]?.event.type === 'moved';
  return isMove && ((before?.type === 'pointer-down' && before.on === id) || index > press);
}

test('whatever happens, only a press on what stood undisturbed for 500 ms decides', () => {
  let decided = 0;
  fc.assert(
    fc.property(logs, attempt, control, (log, tried, id) => {
      const now = log.at(-1)?.at ?? 0;
      const made: Attempt = tried.by === 'handler' || tried.by === 'software' ? { ...tried, at: now } : tried;
      if (!mayDecide(stateAfter(log), id, made)) return;
      decided += 1;
      const press = pressOf(log, made);
      const began = log[press]?.at ?? now;
      const disturbances = log.filter(
        (entry, index) =>
          disturbs(entry, id) &&
          (entry.at > began - armingTime || index > press) &&
          !isHeld(log, index, id, press),
      );
      expect(disturbances).toEqual([]);
      expect(log.some(({ event }) => event.type === 'shown' && event.control === id)).toBe(true);
    }),
    { numRuns: 20_000, seed },
  );
  expect(decided, 'some do decide').toBeGreaterThan(200);
});

test('whatever happened, a control left alone for 500 ms takes a simple press, and not its second click', () => {
  fc.assert(
    fc.property(logs, control, (log, id) => {
      const now = (log.at(-1)?.at ?? 0) + 1;
      const press: readonly ArmingEvent[] = [
        { type: 'shown', control: id, place, at: now },
        { type: 'moved', control: id, place, pointer: elsewhere, at: now + 300 },
        { type: 'time-passed', at: now + armingTime },
        { type: 'pointer-down', pointerId: 1, on: id, at: now + armingTime },
      ];
      const state = press.reduce(afterEvent, stateAfter(log));
      expect(mayDecide(state, id, { by: 'pointer', clicks: 1 })).toBe(true);
      expect(mayDecide(state, id, { by: 'pointer', clicks: 2 })).toBe(false);
    }),
    { numRuns: 2_000, seed },
  );
});
