import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { armingTime } from '../../ui/decision/arming.ts';

type DeliberateChoiceProps = {
  /** True while a card waits, at which somebody may be typing without looking. */
  guarded: boolean;
  children: ReactNode;
};

/**
 * Holds the choices of what the agent may do without being asked. While they are guarded a key chooses only
 * after the focus has rested there and no key was pressed for a moment, so that keys meant for something
 * else, which Tab leads here, change nothing. A press of a pointer always counts.
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

/** A list of the system takes letters and arrows for a choice, a button only Enter and Space. */
function chooses({ key, target }: KeyboardEvent): boolean {
  return target instanceof HTMLSelectElement ? key !== 'Tab' : key === 'Enter' || key === ' ';
}
