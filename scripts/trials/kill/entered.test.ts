import { expect, test } from 'vitest';
import { Entered } from './entered.ts';

const typed = (text: string) => ({ pick: '', text });
const none = { pick: false, text: false };

test('what was just typed may be missing, and may be there', () => {
  for (const found of ['', 'a', 'ab']) {
    const entered = new Entered();
    entered.enter(typed('a'), 900);
    entered.enter(typed('ab'), 1_000);
    expect(entered.lossesIn(typed(found), 800)).toEqual(none);
  }
});

test('text that is old enough must be there, or something newer', () => {
  for (const [found, isLost] of [
    ['', true],
    ['a', false],
    ['ab', false],
    ['x', true],
  ] as const) {
    const entered = new Entered();
    entered.enter(typed('a'), 700);
    entered.enter(typed('ab'), 1_000);
    expect(entered.lossesIn(typed(found), 800)).toEqual({ pick: false, text: isLost });
  }
});

test('what was acknowledged must be there, however new it is', () => {
  const entered = new Entered();
  entered.isStored(entered.enter({ pick: 'A', text: 'a' }, 1_000));
  entered.enter({ pick: 'B', text: 'a' }, 1_001);
  expect(entered.lossesIn(typed(''), 0)).toEqual({ pick: true, text: true });
});

test('what was found is what must be there from then on', () => {
  const entered = new Entered();
  entered.enter(typed('a'), 1_000);
  entered.lossesIn(typed(''), 0);
  expect(entered.lossesIn(typed('a'), 0)).toEqual({ pick: false, text: true });
});
