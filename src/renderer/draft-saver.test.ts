import { expect, test, vi } from 'vitest';
import { createDraftSaver } from './draft-saver.ts';

/** A saver whose timer runs, and whose page hides, when the test says so. */
function createSaver(join?: (before: string, value: string) => string) {
  const save = vi.fn<(key: string, value: string) => void>();
  const due: (() => void)[] = [];
  const hidden: (() => void)[] = [];
  const timing = {
    after(_delay: number, run: () => void) {
      due.push(run);
      return () => void due.splice(due.indexOf(run), 1);
    },
    whenLeft: (run: () => void) => void hidden.push(run),
  };
  const saver = createDraftSaver(save, timing, join);
  return {
    save,
    saver,
    tick: () => due.splice(0).forEach((run) => run()),
    hide: () => hidden.forEach((run) => run()),
  };
}

test('what is typed quickly is saved once, the newest of each key', () => {
  const { save, saver, tick } = createSaver();
  saver.save('a', '1', 'soon');
  saver.save('a', '12', 'soon');
  saver.save('b', 'x', 'soon');
  expect(save).not.toHaveBeenCalled();
  tick();
  expect(save.mock.calls).toEqual([
    ['a', '12'],
    ['b', 'x'],
  ]);
});

test('what cannot wait takes the rest along', () => {
  const { save, saver, tick } = createSaver();
  saver.save('a', '1', 'soon');
  saver.save('b', 'x', 'now');
  expect(save).toHaveBeenCalledTimes(2);
  tick();
  expect(save).toHaveBeenCalledTimes(2);
});

test('a page that goes saves first, but nothing that was forgotten', () => {
  const { save, saver, hide } = createSaver();
  saver.save('a', '1', 'soon');
  saver.save('b', 'x', 'soon');
  saver.forget('b');
  hide();
  expect(save.mock.calls).toEqual([['a', '1']]);
});

test('what is not saved yet can be joined instead of replaced, and is forgotten once it is saved', () => {
  const { save, saver, tick } = createSaver((before, value) => `${before}+${value}`);
  saver.save('a', '1', 'soon');
  saver.save('a', '2', 'soon');
  tick();
  saver.save('a', '3', 'now');
  expect(save.mock.calls).toEqual([
    ['a', '1+2'],
    ['a', '3'],
  ]);
});
