import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { wayToAnswer } from '../focus-card.ts';
import { timeLeftText } from './time-left-text.ts';

type CountdownProps = { deadline: number; onStop(): void };

/** How long it takes until a timeout answers, and the way to stop that. Silent, but there to be read. */
export function Countdown({ deadline, onStop }: CountdownProps) {
  const now = useNow();
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline pt-3">
      <p
        role="timer"
        aria-label="Time left"
        className="min-w-0 flex-1 text-secondary text-minor tabular-nums"
      >
        {timeLeftText(deadline - now)}
      </p>
      <Button
        onClick={(event) => {
          keepFocus(event.currentTarget);
          onStop();
        }}
      >
        Stop the countdown
      </Button>
    </div>
  );
}

/** The button goes away with the countdown; the focus goes to what the card is answered with. */
function keepFocus(button: HTMLElement): void {
  const card = button.closest('[data-tool-call-id]');
  if (card !== null) wayToAnswer(card)?.focus({ preventScroll: true });
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return now;
}
