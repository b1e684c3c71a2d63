/** Without a word from main for so long, it is asked for one, in milliseconds. */
const quietTime = 10_000;

/** The time that main has to answer, in milliseconds. */
const answerTime = 4_000;

/** A timer that is later than this was held up, by sleep or in the background: what it says of main is nothing. */
const slack = 1_000;

/** How often the clock is looked at, in milliseconds. */
const clockLook = 1_000;

/**
 * Calls `onJump` once the clock jumped, as it does when a computer wakes up: on some systems the page's own time
 * stands still meanwhile, on others only its timers do. A hidden page, whose timers are slow, says nothing.
 */
function watchClock(onJump: () => void, signal: AbortSignal): void {
  let [clock, own] = [Date.now(), performance.now()];
  const timer = setInterval(() => {
    const [clockPassed, ownPassed] = [Date.now() - clock, performance.now() - own];
    [clock, own] = [Date.now(), performance.now()];
    const jumped = Math.abs(clockPassed - ownPassed) > slack || ownPassed > clockLook + slack;
    if (jumped && document.visibilityState === 'visible') onJump();
  }, clockLook);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/**
 * Ends a socket through which nothing comes any more, as after sleep or behind a proxy that is gone: the browser itself
 * takes minutes to notice. `ping` asks main for an answer of any kind. A message on its way out counts as a sign of life.
 */
export function endSilentSocket(socket: WebSocket, ping: () => void): void {
  const over = new AbortController();
  const { signal } = over;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heardAt = performance.now();
  let isAnswered = false;

  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(askIfQuiet, Math.max(0, heardAt + quietTime - performance.now()));
  }

  function askIfQuiet(): void {
    if (performance.now() - heardAt < quietTime) wait();
    else ask();
  }

  function ask(): void {
    const askedAt = performance.now();
    const unsent = socket.bufferedAmount;
    isAnswered = false;
    ping();
    clearTimeout(timer);
    timer = setTimeout(() => {
      const late = performance.now() - askedAt > answerTime + slack;
      if (isAnswered) wait();
      else if (late || socket.bufferedAmount < unsent) ask();
      else end();
    }, answerTime);
  }

  function end(): void {
    // The browser reports the end of a socket that nobody answers only after another minute.
    socket.dispatchEvent(new CloseEvent('close', { code: 1006 }));
    socket.close();
  }

  function hear(): void {
    heardAt = performance.now();
    isAnswered = true;
  }

  socket.addEventListener('message', hear, { signal });
  socket.addEventListener(
    'close',
    () => {
      over.abort();
      clearTimeout(timer);
    },
    { signal },
  );
  window.addEventListener('online', ask, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && ask(), {
    signal,
  });
  watchClock(ask, signal);
  wait();
}
