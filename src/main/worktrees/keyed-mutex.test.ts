import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

test('work under one key runs after the other, work of two keys side by side', async () => {
  const mutex = createKeyedMutex();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const done: string[] = [];
  const step = (key: string, name: string, after: Promise<void>) =>
    mutex.run(key, async () => {
      await after;
      done.push(name);
    });
  const first = step('one', 'first', gate);
  const second = step('one', 'second', Promise.resolve());
  await step('two', 'other', Promise.resolve());
  expect(done).toEqual(['other']);
  open();
  await Promise.all([first, second]);
  expect(done).toEqual(['other', 'first', 'second']);
});

test('work that fails is told to who gave it, and what waits runs all the same', async () => {
  const mutex = createKeyedMutex();
  const failing = mutex.run('one', async () => {
    throw new Error('no disk');
  });
  const after = mutex.run('one', async () => 'done');
  await expect(failing).rejects.toThrow('no disk');
  expect(await after).toBe('done');
  await mutex.idle();
});

test('it is idle once nothing runs under any key', async () => {
  const mutex = createKeyedMutex();
  const done: string[] = [];
  const work = ['one', 'two', 'one'].map((key) => mutex.run(key, async () => void done.push(key)));
  await mutex.idle();
  expect(done).toHaveLength(3);
  await Promise.all(work);
});
