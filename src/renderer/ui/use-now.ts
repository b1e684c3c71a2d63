import { useEffect, useState } from 'react';

/** Often enough for counted seconds, in milliseconds. */
export const forSeconds = 250;

/** Returns the time in milliseconds since 1970, updated every so many milliseconds. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
