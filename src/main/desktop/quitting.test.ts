import { expect, test } from 'vitest';
import { createQuitting } from './quitting.ts';

/** A host on which so many workspaces wait; it keeps what was asked of the system, in order. */
function createHost({ waiting = 0, isMac = false, isWindowOpen = true } = {}) {
  const done: string[] = [];
  const host = { waiting, isWindowOpen };
  const questions: { message: string; press(button: number): void }[] = [];
  const closing = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<number>();
  const quitting = createQuitting({
    isMac,
    waiting: () => host.waiting,
    isWindowOpen: () => host.isWindowOpen,
    quit: () => void done.push('quit'),
    close() {
      done.push('close');
      return closing.promise;
    },
    exit: (code) => exited.resolve(code),
    ask({ message }) {
      const { promise, resolve } = Promise.withResolvers<number>();
      questions.push({ message, press: resolve });
      return promise;
    },
  });
  const event = (name: string) => ({ preventDefault: () => void done.push(`${name} held up`) });
  return { quitting, host, done, questions, closing, exited: exited.promise, event };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the last window ends Parley when nothing waits, and else leaves it in the tray', () => {
  const free = createHost();
  free.quitting.onWindowsClosed();
  expect(free.done).toEqual(['quit']);
  const busy = createHost({ waiting: 1 });
  busy.quitting.onWindowsClosed();
  expect(busy.done).toEqual([]);
});

test('Parley in the tray ends when nothing waits any more, and one with a window stays', () => {
  for (const [isWindowOpen, done] of [
    [false, ['quit']],
    [true, []],
  ] as const) {
    const host = createHost({ isWindowOpen });
    host.quitting.onNothingWaits();
    expect(host.done).toEqual(done);
  }
});

test('a Mac keeps Parley in its dock without a window', () => {
  const { quitting, done } = createHost({ isMac: true, isWindowOpen: false });
  quitting.onWindowsClosed();
  quitting.onNothingWaits();
  expect(done).toEqual([]);
});

test('where nothing waits it quits without a question', () => {
  const { quitting, done, questions, event } = createHost();
  quitting.onBeforeQuit(event('quit'));
  expect([done, questions]).toEqual([[], []]);
});

test('quitting asks back while something waits, once, and keeps Parley open when told so', async () => {
  const { quitting, done, questions, event } = createHost({ waiting: 2 });
  quitting.onBeforeQuit(event('quit'));
  quitting.onBeforeQuit(event('quit'));
  expect(questions.map(({ message }) => message)).toEqual(['Quit while 2 things need you?']);
  questions[0]?.press(0);
  await settled();
  expect(done).toEqual(['quit held up', 'quit held up']);
  quitting.onBeforeQuit(event('quit'));
  expect(questions, 'it asks anew the next time').toHaveLength(2);
  questions[1]?.press(1);
  await settled();
  expect(done.at(-1)).toBe('quit');
  quitting.onBeforeQuit(event('quit'));
  expect([questions.length, done.at(-1)], 'and is not asked again').toEqual([2, 'quit']);
});

test('a signal is obeyed although something waits', () => {
  const { quitting, done, questions, event } = createHost({ waiting: 1 });
  quitting.onSignal();
  quitting.onBeforeQuit(event('quit'));
  expect([done, questions]).toEqual([['quit'], []]);
});

test('it ends once everything is closed, which happens once', async () => {
  const { quitting, done, closing, exited, event } = createHost();
  quitting.onWillQuit(event('end'));
  quitting.onWillQuit(event('end'));
  expect(done).toEqual(['end held up', 'close', 'end held up']);
  closing.resolve();
  expect(await exited).toBe(0);
  const failing = createHost();
  failing.quitting.onWillQuit(failing.event('end'));
  failing.closing.reject(new Error('The disk is full.'));
  expect(await failing.exited).toBe(1);
});

test('a restart starts the other version once everything is closed, and is then not held up', async () => {
  const { quitting, done, closing, event } = createHost({ waiting: 1 });
  const started = Promise.withResolvers<void>();
  quitting.restartInto(() => {
    done.push('start');
    started.resolve();
  });
  quitting.onBeforeQuit(event('quit'));
  quitting.onWillQuit(event('first'));
  expect(done).toEqual(['quit', 'first held up', 'close']);
  closing.resolve();
  await started.promise;
  quitting.onWillQuit(event('second'));
  expect(done).toEqual(['quit', 'first held up', 'close', 'start']);
});
