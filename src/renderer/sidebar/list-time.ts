import { createContext, useEffect, useState } from 'react';
import { nextTimeAgo } from './time-ago.ts';

/** The time in milliseconds since 1970 that the rows of the list count from. */
export const ListTime = createContext(0);

/** The longest delay of `setTimeout`, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/** Returns the current time, updated whenever the text of `timeAgo` changes for one of these times. */
export function useListTime(ats: readonly number[]): number {
  const [now, setNow] = useState(Date.now);
  const next = ats.reduce((earliest, at) => Math.min(earliest, nextTimeAgo(at, now)), now + longestWait);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()));
    return () => clearTimeout(timer);
  }, [next]);
  return now;
}
