import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { firstAnswerControl } from '../reveal-card.ts';
import { clockText } from '../../ui/clock-text.ts';
import { forSeconds, useNow } from '../../ui/use-now.ts';

/** `onStop` is null where it is the agent that goes on then. */
type CountdownProps = { deadline: number; onStop: (() => void) | null };

/** Shows the time until a timeout answers, and a button to stop it. Readable by screen readers, but not announced. */
export function Countdown({ deadline, onStop }: CountdownProps) {
  const now = useNow(forSeconds);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keepFocus(button.current), []);
  return (
    <div className="flex min-w-0 items-center max-[30rem]:order-first max-[30rem]:basis-full max-[30rem]:ps-2.5">
      <p role="timer" aria-label="Time left" className="min-w-0 text-second text-secondary tabular-nums">
        {timeLeftText(deadline - now)}
      </p>
      {onStop !== null && (
        <Button
          look="quiet"
          ref={button}
          className="text-ink"
          aria-label="Stop the countdown"
          onClick={onStop}
        >
          Stop
        </Button>
      )}
    </div>
  );
}

/**
 * When the countdown ends, in whatever window, its button disappears: a focus on it moves to the fields of
 * the card. Returns the function to call then.
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

/** Returns the words of a countdown; a window's clock may be ahead of main's. */
export function timeLeftText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  if (seconds === 0) return 'Going on without you…';
  return `Goes on without you in ${seconds < 60 ? `${seconds}\u00a0s` : clockText(seconds)}`;
}
