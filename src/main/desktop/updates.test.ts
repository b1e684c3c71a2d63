import { expect, test } from 'vitest';
import { type ChatActivity, createUpdates } from './updates.ts';

const idle: ChatActivity = { turn: { status: 'idle' }, commands: [], waiting: 0 };
const working: ChatActivity = { ...idle, turn: { status: 'working' } };
const withCommand: ChatActivity = {
  ...idle,
  commands: ['npm test'],
};
const waitingFor: ChatActivity = { ...idle, waiting: 1 };

/** Updates with a feed whose release is 2.0.0; a test settles its downloads, and sees what was done. */
function createFollowed(first: ChatActivity = idle) {
  const done: string[] = [];
  const errors: unknown[] = [];
  const host = { chat: first, version: '2.0.0' as string | undefined };
  let download = Promise.withResolvers<void>();
  const updates = createUpdates({
    feed: {
      newest: async () => host.version,
      download(signal) {
        done.push('download');
        download = Promise.withResolvers();
        signal.addEventListener('abort', () => {
          done.push('aborted');
          download.reject(new Error('cancelled'));
        });
        return download.promise;
      },
    },
    workspaces: () => [idle, host.chat],
    offer: (version) => void done.push(`offer ${version}`),
    restart: () => void done.push('restart'),
    log: { error: (error) => errors.push(error) },
  });
  const turnTo = async (chat: ChatActivity) => {
    host.chat = chat;
    updates.follow();
    await settled();
  };
  return {
    updates,
    done,
    errors,
    host,
    turnTo,
    async arrive() {
      download.resolve();
      await settled();
    },
    async breakOff() {
      download.reject(new Error('no network'));
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a newer release is downloaded while nothing runs, then offered, and started when the person says so', async () => {
  const { updates, done, arrive } = createFollowed();
  await updates.check();
  expect(done).toEqual(['download']);
  await arrive();
  expect(done).toEqual(['download', 'offer 2.0.0']);
  updates.restart();
  expect(done).toEqual(['download', 'offer 2.0.0', 'restart']);
});

test('where there is no newer release nothing happens', async () => {
  const { updates, done, host } = createFollowed();
  host.version = undefined;
  await updates.check();
  updates.restart();
  expect(done).toEqual([]);
});

test.each([
  ['a turn', working],
  ['a command', withCommand],
])('nothing is downloaded while %s runs', async (_what, running) => {
  const { updates, done, turnTo } = createFollowed(running);
  await updates.check();
  expect(done).toEqual([]);
  await turnTo(idle);
  expect(done).toEqual(['download']);
});

test('a turn that begins ends the download, which begins anew after it', async () => {
  const { updates, done, turnTo, arrive, errors } = createFollowed();
  await updates.check();
  await turnTo(working);
  expect(done).toEqual(['download', 'aborted']);
  await turnTo(idle);
  await arrive();
  expect(done).toEqual(['download', 'aborted', 'download', 'offer 2.0.0']);
  expect(errors).toEqual([]);
});

test.each([
  ['a question waits', waitingFor],
  ['a turn runs', working],
  ['a command runs', withCommand],
])('the restart is not offered while %s, and the offer is taken back when one does', async (_what, busy) => {
  const { updates, done, turnTo, arrive } = createFollowed();
  await updates.check();
  await arrive();
  done.length = 0;
  await turnTo(busy);
  expect(done).toEqual(['offer null']);
  await turnTo(idle);
  expect(done).toEqual(['offer null', 'offer 2.0.0']);
});

test('a restart that is asked for just as something begins does not happen', async () => {
  const { updates, done, host, arrive } = createFollowed();
  await updates.check();
  await arrive();
  host.chat = waitingFor;
  updates.restart();
  expect(done).toEqual(['download', 'offer 2.0.0', 'offer null']);
});

test('a download that breaks off is noted, and begun again by the next check', async () => {
  const { updates, done, breakOff, errors } = createFollowed();
  await updates.check();
  await breakOff();
  expect(errors).toHaveLength(1);
  expect(done).toEqual(['download']);
  await updates.check();
  expect(done).toEqual(['download', 'download']);
});

test('a check while a release is on its way or here changes nothing', async () => {
  const { updates, done, arrive } = createFollowed();
  await updates.check();
  await updates.check();
  await arrive();
  await updates.check();
  expect(done).toEqual(['download', 'offer 2.0.0']);
});
