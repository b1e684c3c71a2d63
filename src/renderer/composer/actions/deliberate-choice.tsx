import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { armingTime } from '../../ui/decision/arming.ts';

type DeliberateChoiceProps = {
  /** True while a card waits: somebody may be typing without looking. */
  guarded: boolean;
  children: ReactNode;
};

/**
 * Wraps choices that decide what the agent may do without asking. While `guarded`, a key counts only after the
 * focus has rested there and no key was pressed for a moment, so that keys meant for something else change
 * nothing. A pointer always counts.
 */
export function DeliberateChoice({ guarded, children }: DeliberateChoiceProps) {
  const restsSince = useRef(0);

  function onKeyDown(event: KeyboardEvent): void {
    const rested = event.timeStamp - restsSince.current;
    restsSince.current = event.timeStamp;
    if (guarded && rested < armingTime && chooses(event)) event.preventDefault();
  }

  return (
    <div
      role="presentation"
      className="contents"
      onFocus={(event) => {
        restsSince.current = event.timeStamp;
      }}
      onKeyDownCapture={onKeyDown}
    >
      {children}
    </div>
  );
}

/** A native select reacts to letters and arrows, a button only to Enter and Space. */
function chooses({ key, target }: KeyboardEvent): boolean {
  return target instanceof HTMLSelectElement ? key !== 'Tab' : key === 'Enter' || key === ' ';
}
