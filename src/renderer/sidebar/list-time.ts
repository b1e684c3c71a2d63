import { createContext, use, useEffect, useState } from 'react';

const halfMinute = 30_000;

/** The time in milliseconds since 1970 that the rows of a list count from. */
export const NowContext = createContext(0);

export function useNow(): number {
  return use(NowContext);
}

/** Returns the time, anew every half minute. */
export function useClock(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), halfMinute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
