import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSilentSocket } from './end-silent-socket.ts';

/** As much of a browser's socket as is looked at. */
class Socket extends EventTarget {
  bufferedAmount = 0;
  close = vi.fn<() => void>();
}

let page: EventTarget & { visibilityState?: string };

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
});

afterEach(() => {
  vi.useRealTimers();
});

/** A socket whose pings are answered where `answers` says so. */
function watched(answers: () => boolean = () => true) {
  const socket = new Socket();
  const ended = vi.fn<() => void>();
  socket.addEventListener('close', ended);
  const ping = vi.fn<() => void>(() => {
    if (answers()) setTimeout(() => socket.dispatchEvent(new Event('message')), 50);
  });
  // Nothing else of a WebSocket is used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  endSilentSocket(socket as unknown as WebSocket, ping);
  return { socket, ping, ended, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('while something is heard nothing is asked, and an answer of any kind keeps the socket', async () => {
  const { socket, ping, ended, pass } = watched();
  for (let count = 0; count < 5; count += 1) {
    await pass(9_000);
    socket.dispatchEvent(new Event('message'));
  }
  expect(ping).not.toHaveBeenCalled();
  await pass(60_000);
  expect(ping).toHaveBeenCalledTimes(5);
  expect(ended).not.toHaveBeenCalled();
});

test('one from which nothing comes any more is ended within 15 seconds, and told at once', async () => {
  const { socket, ended, pass } = watched(() => false);
  await pass(13_900);
  expect(ended).not.toHaveBeenCalled();
  await pass(1_100);
  expect(ended).toHaveBeenCalledOnce();
  expect(socket.close).toHaveBeenCalledOnce();
  await pass(60_000);
  expect(ended).toHaveBeenCalledOnce();
});

test('it is asked at once when the network is back, or the page is looked at again', async () => {
  const { ping, ended, pass } = watched(() => false);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(ping).not.toHaveBeenCalled();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(ping).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event('online'));
  expect(ping).toHaveBeenCalledTimes(2);
  await pass(4_100);
  expect(ended).toHaveBeenCalledOnce();
});

test('a message that still goes out is a sign of life', async () => {
  const { socket, ended, pass } = watched(() => false);
  socket.bufferedAmount = 20_000_000;
  for (let count = 0; count < 60; count += 1) {
    await pass(1_000);
    socket.bufferedAmount -= 100_000;
  }
  expect(ended).not.toHaveBeenCalled();
  await pass(20_000);
  expect(ended).toHaveBeenCalledOnce();
});

test('a timer that sleep held up decides nothing', async () => {
  let isBack = false;
  const { ping, ended, pass } = watched(() => isBack);
  await pass(10_000);
  expect(ping).toHaveBeenCalledOnce();
  const awake = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => awake() + 3_600_000);
  isBack = true;
  await pass(4_000);
  expect(ping).toHaveBeenCalledTimes(2);
  await pass(4_000);
  expect(ended).not.toHaveBeenCalled();
});

test.each([
  ['a clock that went on in sleep', 3_600_000],
  ['a short sleep', 5_000],
  ['a clock that was set back', -3_600_000],
])('it is asked at once after %s', async (_what, jump) => {
  const { ping, ended, pass } = watched(() => false);
  await pass(3_000);
  expect(ping).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + jump);
  await pass(1_000);
  expect(ping).toHaveBeenCalledOnce();
  await pass(4_000);
  expect(ended).toHaveBeenCalledOnce();
});

test('a hidden page, whose timers are slow, asks for nothing', async () => {
  const { ping, pass } = watched();
  page.visibilityState = 'hidden';
  vi.setSystemTime(Date.now() + 60_000);
  await pass(3_000);
  expect(ping).not.toHaveBeenCalled();
});

test('one that has ended is asked no more', async () => {
  const { socket, ping, pass } = watched();
  socket.dispatchEvent(new Event('close'));
  window.dispatchEvent(new Event('online'));
  await pass(60_000);
  expect(ping).not.toHaveBeenCalled();
});
