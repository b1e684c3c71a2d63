import { lazyValue } from '../ui/lazy-value.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const weekday = lazyValue(() => new Intl.DateTimeFormat('en-GB', { weekday: 'short' }));
const date = lazyValue(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }));
const year = lazyValue(() => new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' }));

/** How long ago something was, in a word or two: "now", "24 min", "3 h", "Tue", "6 Nov"; in milliseconds since 1970. */
export function timeAgo(at: number, now: number): string {
  const ago = now - at;
  if (ago < minute) return 'now';
  if (ago < hour) return `${Math.floor(ago / minute)} min`;
  if (ago < day) return `${Math.floor(ago / hour)} h`;
  if (ago < 6 * day) return weekday().format(at);
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? date().format(at) : year().format(at);
}
