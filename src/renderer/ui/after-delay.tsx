import { type ReactNode, useEffect, useState } from 'react';

type AfterDelayProps = { delay?: number; children: ReactNode };

/** Shows its content only when it is still mounted after 300 ms, or another delay, so that quick things do not flicker. */
export function AfterDelay({ delay = 300, children }: AfterDelayProps) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setDue, delay, true);
    return () => clearTimeout(timer);
  }, [delay]);
  return due ? children : null;
}
