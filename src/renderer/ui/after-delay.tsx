import { type ReactNode, useEffect, useState } from 'react';

/** Shows its content only when it is still mounted after 300 ms, so that quick things do not flicker. */
export function AfterDelay({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setDue, 300, true);
    return () => clearTimeout(timer);
  }, []);
  return due ? children : null;
}
