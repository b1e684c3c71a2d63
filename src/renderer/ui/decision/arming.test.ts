import { describe, expect, test } from 'vitest';
import {
  afterEvent,
  armedControls,
  type Arming,
  type ArmingEvent,
  type Attempt,
  mayDecide,
  nearness,
  nextArming,
  nothingArmed,
  type Rect,
} from './arming.ts';

const place: Rect = { left: 100, top: 100, right: 200, bottom: 130 };
const over = { x: 150, y: 115 };
const elsewhere = { x: 400, y: 400 };
const shownAt = (at: number, control = 'apply'): ArmingEvent => ({ type: 'shown', control, place, at });
const time = (at: number): ArmingEvent => ({ type: 'time-passed', at });
const down = (at: number, on: string | null = 'apply'): ArmingEvent => ({
  type: 'pointer-down',
  pointerId: 1,
  on,
  at,
});
const key = (at: number, on: string | null = 'apply', repeat = false): ArmingEvent => ({
  type: 'key-down',
  key: 'Enter',
  on,
  at,
  repeat,
});
const click: Attempt = { by: 'pointer', clicks: 1 };
const after = (...events: ArmingEvent[]): Arming => events.reduce(afterEvent, nothingArmed);
const decides = (attempt: Attempt, ...events: ArmingEvent[]) => mayDecide(after(...events), 'apply', attempt);
const moved = (at: number, pointer: { x: number; y: number } | null): ArmingEvent => ({
  type: 'moved',
  control: 'apply',
  place: { ...place, left: 101 },
  pointer,
  at,
});

describe('a pointer', () => {
  test('decides by a press that began on a control shown for long enough', () => {
    expect(decides(click, shownAt(0), time(500), down(500))).toBe(true);
  });

  test('decides nothing by a press that began before that, whenever it ends', () => {
    expect(decides(click, shownAt(0), down(499), time(500))).toBe(false);
  });

  test('decides nothing while the control is not armed yet, though its time is up', () => {
    expect(decides(click, shownAt(0), down(600))).toBe(false);
  });

  test('decides nothing by what it pressed before a slow page could arm the control', () => {
    expect(decides(click, shownAt(0), time(900), down(300))).toBe(false);
  });

  test('decides nothing by a press that began elsewhere, or was not seen', () => {
    expect(decides(click, shownAt(0), time(500), down(600, 'discard'))).toBe(false);
    expect(decides(click, shownAt(0), time(500), down(600, null))).toBe(false);
    expect(decides(click, shownAt(0), time(500))).toBe(false);
  });

  test('decides nothing by a press that was broken off', () => {
    const cancelled: ArmingEvent = { type: 'pointer-cancelled', pointerId: 1 };
    expect(decides(click, shownAt(0), time(500), down(600), cancelled)).toBe(false);
    expect(decides(click, shownAt(0), time(500), down(600), { ...cancelled, pointerId: 2 })).toBe(true);
  });

  test('decides by a click that comes a while after a finger is up, unless the control moved to it', () => {
    const up: ArmingEvent = { type: 'pointer-up', pointerId: 1 };
    expect(decides(click, shownAt(0), time(500), down(600), up)).toBe(true);
    expect(decides(click, shownAt(0), time(500), down(600), up, moved(650, over))).toBe(false);
  });

  test('decides nothing by the second click of a double click', () => {
    expect(decides({ ...click, clicks: 2 }, shownAt(0), time(500), down(600))).toBe(false);
  });

  test('decides nothing where the content changes under its press', () => {
    expect(decides(click, shownAt(0), time(500), down(600), shownAt(610), time(1_110))).toBe(false);
  });
});

describe('a movement', () => {
  test('starts the time anew under a resting pointer, and near it', () => {
    const near = { x: place.right + nearness, y: over.y };
    for (const pointer of [over, near]) {
      expect(decides(click, shownAt(0), time(500), moved(600, pointer), down(700))).toBe(false);
      expect(decides(click, shownAt(0), time(500), moved(600, pointer), time(1_100), down(1_100))).toBe(true);
    }
  });

  test('changes nothing while the pointer is elsewhere, or none is known', () => {
    for (const pointer of [elsewhere, null])
      expect(decides(click, shownAt(0), moved(300, pointer), time(500), moved(600, pointer), down(700))).toBe(
        true,
      );
  });

  test('takes nothing from a press that is on the control', () => {
    expect(decides(click, shownAt(0), time(500), down(600), moved(610, over))).toBe(true);
  });
});

describe('a key', () => {
  const enter: Attempt = { by: 'key' };
  const inCard: Attempt = { by: 'handler', at: 600 };

  test('decides on the control it went down on', () => {
    expect(decides(enter, shownAt(0), time(500), key(600))).toBe(true);
    expect(decides(enter, shownAt(0), time(500), key(600, null))).toBe(false);
    expect(decides(enter, shownAt(0), key(400), time(500))).toBe(false);
  });

  test('decides for a card from anywhere in it', () => {
    expect(decides(inCard, shownAt(0), time(500), key(600, null))).toBe(true);
    expect(decides(inCard, shownAt(0), key(400, null), time(500))).toBe(false);
  });

  test('decides nothing while it repeats, also one that went down before the page had the focus', () => {
    for (const attempt of [enter, inCard]) {
      expect(decides(attempt, shownAt(0), time(500), key(600), key(630, 'apply', true))).toBe(false);
      expect(decides(attempt, shownAt(0), time(500), key(630, 'apply', true))).toBe(false);
    }
  });

  test('is forgotten as it comes up, and with the focus of the window', () => {
    for (const up of ['Enter', null])
      expect(after(key(600), { type: 'key-up', key: up, at: 650 }).key).toBeNull();
    expect(after(key(600), { type: 'key-up', key: 'a', at: 650 }).key).not.toBeNull();
    expect(after(key(600), { type: 'key-up', key: 'Enter', at: 550 }).key).not.toBeNull();
  });
});

test('software presses what is armed', () => {
  expect(decides({ by: 'software', at: 500 }, shownAt(0), time(500))).toBe(true);
  expect(decides({ by: 'software', at: 499 }, shownAt(0), time(499))).toBe(false);
});

test('a page that is hidden shows nothing: the time begins when it is seen again', () => {
  const hidden: ArmingEvent = { type: 'page-hidden' };
  expect(armedControls(after(shownAt(0), time(500), hidden, time(5_000))).size).toBe(0);
  expect(nextArming(after(shownAt(0), hidden))).toBeNull();
  expect(nextArming(after(shownAt(0), hidden, shownAt(5_000)))).toBe(5_500);
});

test('nothing is waited for once all is armed or gone', () => {
  expect(nextArming(after(shownAt(0), shownAt(200, 'discard')))).toBe(500);
  expect(nextArming(after(shownAt(0), shownAt(200, 'discard'), time(500)))).toBe(700);
  expect(nextArming(after(shownAt(0), shownAt(200, 'discard'), time(700)))).toBeNull();
  expect(nextArming(after(shownAt(0), { type: 'gone', control: 'apply' }))).toBeNull();
  expect(decides(click, shownAt(0), time(500), down(600), { type: 'gone', control: 'apply' })).toBe(false);
});
