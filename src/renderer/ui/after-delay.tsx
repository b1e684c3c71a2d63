import { type ReactNode, useEffect, useState } from 'react';

type AfterDelayProps = { delay?: number; children: ReactNode };

/** Shows its content only if it is still mounted after the delay, so that quick things do not flicker. */
export function AfterDelay({ delay = 300, children }: AfterDelayProps) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setDue, delay, true);
    return () => clearTimeout(timer);
  }, [delay]);
  return due ? children : null;
}
