import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameQueue } from './frame-queue.ts';

/** A queue of texts with frames that come when they are told to. */
function queueOf(frameWeight: number, restMs = 0) {
  const frames: ((now: number) => void)[] = [];
  let now = 0;
  const seen: string[] = [];
  const queue = createFrameQueue<string>({
    deliver: (items) => seen.push(items.join('')),
    weigh: (text) => text.length,
    split: (text, weight) => [text.slice(0, weight), text.slice(weight)],
    frameWeight,
    restMs,
    nextFrame: (run) => frames.push(run),
  });
  function frame(): void {
    now += 16;
    frames.shift()?.(now);
  }
  return { queue, seen, frames, frame };
}

test('what comes between two frames is handed over together', () => {
  const { queue, seen, frames, frame } = queueOf(10);
  queue.add('a');
  queue.add('b');
  expect([seen, frames.length]).toEqual([[], 1]);
  frame();
  expect([seen, frames.length]).toEqual([['ab'], 0]);
});

test('more than a frame can take goes over several, in pieces', () => {
  const { queue, seen, frame } = queueOf(4);
  queue.add('abc');
  queue.add('defghij');
  frame();
  expect(seen).toEqual(['abcd']);
  frame();
  frame();
  expect(seen).toEqual(['abcd', 'efgh', 'ij']);
});

test('a great backlog is caught up with in more than a frame’s worth each', () => {
  const { queue, seen, frames, frame } = queueOf(1);
  queue.add('a'.repeat(1_600));
  while (frames.length > 0) frame();
  expect(seen[0]?.length).toBe(100);
  expect(seen.length).toBeLessThan(120);
});

test('what comes first comes with its frame, and then only some frames have something to do', () => {
  const { queue, seen, frames, frame } = queueOf(10, 30);
  for (const text of 'abcdef') {
    queue.add(text);
    frame();
  }
  expect(seen).toEqual(['a', 'bc', 'de']);
  while (frames.length > 0) frame();
  expect(seen).toEqual(['a', 'bc', 'de', 'f']);
});

test('more than a frame can take, or something to run, keeps no pause', () => {
  const { queue, seen, frame } = queueOf(3, 1_000);
  queue.add('abcdefg');
  frame();
  frame();
  expect(seen).toEqual(['abc', 'def']);
  queue.after(() => seen.push('run'), false);
  frame();
  expect(seen).toEqual(['abc', 'def', 'g', 'run']);
});

test('what can wait keeps the pause too', () => {
  const { queue, seen, frame } = queueOf(10, 30);
  queue.add('a');
  frame();
  queue.after(() => seen.push('run'), true);
  frame();
  expect(seen).toEqual(['a']);
  frame();
  expect(seen).toEqual(['a', 'run']);
});

test('what is to come after the items does, with the next frame where there are none', () => {
  const { queue, seen, frame } = queueOf(2);
  queue.after(() => seen.push('first'), false);
  expect(seen).toEqual([]);
  frame();
  queue.add('abc');
  queue.after(() => seen.push('second'), false);
  queue.add('d');
  expect(seen).toEqual(['first']);
  frame();
  frame();
  expect(seen).toEqual(['first', 'ab', 'c', 'second', 'd']);
});

test('a flush that something in the queue leads to keeps the order', () => {
  const { queue, seen, frame } = queueOf(10);
  queue.add('a');
  queue.after(() => {
    queue.flush();
    seen.push('run');
  }, false);
  queue.add('b');
  queue.after(() => seen.push('last'), false);
  frame();
  expect(seen).toEqual(['a', 'b', 'last', 'run']);
});

test('loses nothing and mixes nothing up, whenever frames come', () => {
  const step = fc.oneof(
    fc.string({ minLength: 1, maxLength: 30 }).map((text) => ({ type: 'add' as const, text })),
    fc.constantFrom({ type: 'after' as const }, { type: 'frame' as const }, { type: 'flush' as const }),
  );
  fc.assert(
    fc.property(fc.array(step), fc.integer({ min: 1, max: 20 }), (steps, frameWeight) => {
      const { queue, seen, frames, frame } = queueOf(frameWeight);
      const expected: string[] = [];
      for (const each of steps) {
        if (each.type === 'add') queue.add(each.text);
        if (each.type === 'after') queue.after(() => seen.push('|'), false);
        if (each.type === 'frame') frame();
        if (each.type === 'flush') queue.flush();
        if (each.type === 'add' || each.type === 'after')
          expected.push(each.type === 'add' ? each.text : '|');
      }
      while (frames.length > 0) frame();
      expect(seen.join('')).toBe(expected.join(''));
    }),
  );
});
