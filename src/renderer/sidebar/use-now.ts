import { createContext, use, useEffect, useState } from 'react';
import { nextTimeAgo } from './time-ago.ts';

/** The longest time that a timer can be set to. */
const longestMs = 2 ** 31 - 1;

/** The time in milliseconds since 1970 that the rows of a list count from. */
export const NowContext = createContext(0);

export function useNow(): number {
  return use(NowContext);
}

/** Returns the time, anew whenever how long ago one of these was is said in other words. */
export function useClock(ats: readonly number[]): number {
  const [now, setNow] = useState(Date.now);
  const next = ats.reduce((earliest, at) => Math.min(earliest, nextTimeAgo(at, now)), Infinity);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.min(longestMs, Math.max(0, next - Date.now())));
    return () => clearTimeout(timer);
  }, [next, now]);
  return now;
}
