import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { firstAnswerControl } from '../focus-card.ts';

type CountdownProps = { deadline: number; onStop(): void };

/** Shows the time until a timeout answers, and a button to stop it. Readable by screen readers, but not announced. */
export function Countdown({ deadline, onStop }: CountdownProps) {
  const now = useNow();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keepFocus(button.current), []);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline pt-3">
      <p
        role="timer"
        aria-label="Time left"
        className="min-w-0 flex-1 text-secondary text-second tabular-nums"
      >
        {timeLeftText(deadline - now)}
      </p>
      <Button ref={button} onClick={onStop}>
        Stop the countdown
      </Button>
    </div>
  );
}

/**
 * The button goes away with the countdown, whatever stopped it and in which window: where it had the
 * focus, that goes to what the card is answered with. Returns what to do when it goes.
 */
function keepFocus(button: HTMLElement | null): () => void {
  return () => {
    const card = button?.closest('[data-tool-call-id]');
    if (!card || document.activeElement !== button) return;
    queueMicrotask(() => {
      if (document.activeElement === document.body) firstAnswerControl(card)?.focus({ preventScroll: true });
    });
  };
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Returns the words of a countdown; a window's clock may be ahead of main's. */
export function timeLeftText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  if (seconds === 0) return 'Going on without you…';
  return `Goes on without you in ${seconds < 60 ? `${seconds}\u00a0s` : clockText(seconds)}`;
}

function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = `${seconds % 60}`.padStart(2, '0');
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${`${minutes % 60}`.padStart(2, '0')}:${rest}`;
}
