import { lazyValue } from '../../../shared/lazy-value.ts';
import { useEffect, useState } from 'react';

/** A day in local time, in milliseconds since 1970; `end` is the start of the next. */
export type Day = { start: number; end: number };

export function dayOf(at: number): Day {
  const date = new Date(at);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  return { start: new Date(year, month, day).getTime(), end: new Date(year, month, day + 1).getTime() };
}

export function isOf({ start, end }: Day, at: number): boolean {
  return at >= start && at < end;
}

const weekdayAndDate = lazyValue(
  () => new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }),
);

/** Returns "Today", "Yesterday", "Monday 16 November", with the year if it is not today's. */
export function dayName(at: number, today: Day): string {
  if (isOf(today, at)) return 'Today';
  if (isOf(dayOf(today.start - 1), at)) return 'Yesterday';
  const words = weekdayAndDate()
    .formatToParts(at)
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value);
  const year = new Date(at).getFullYear();
  return [...words, ...(year === new Date(today.start).getFullYear() ? [] : [year])].join(' ');
}

/** Returns the current day, updated at midnight and when a sleeping computer wakes up on another day. */
export function useToday(): Day {
  const [today, setToday] = useState(() => dayOf(Date.now()));
  useEffect(() => {
    const look = () => setToday((day) => (isOf(day, Date.now()) ? day : dayOf(Date.now())));
    const timer = setTimeout(look, Math.max(0, today.end - Date.now()));
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [today]);
  return today;
}
