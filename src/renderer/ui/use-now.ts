import { useEffect, useState } from 'react';

/** As often as a counted second needs it, in milliseconds. */
export const forSeconds = 250;

/** Returns the time in milliseconds since 1970, anew every so many milliseconds. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
