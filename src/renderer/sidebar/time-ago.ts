import type { Workspace } from '../../shared/workspace/workspace.ts';
import { lazyValue } from '../../shared/lazy-value.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const weekday = lazyValue(() => new Intl.DateTimeFormat('en-GB', { weekday: 'short' }));
const date = lazyValue(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }));
const year = lazyValue(() => new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' }));

/** Returns the time that a chat's row shows: when it began to wait, else when something last happened in it. */
export const listedAt = ({ firstWaiting, updatedAt }: Workspace): number => firstWaiting?.since ?? updatedAt;

/** Returns how long ago a time in milliseconds since 1970 was: "now", "24 min", "3 h", "Tue", "6 Nov". */
export function timeAgo(at: number, now: number): string {
  const ago = now - at;
  if (ago < minute) return 'now';
  if (ago < hour) return `${Math.floor(ago / minute)} min`;
  if (ago < day) return `${Math.floor(ago / hour)} h`;
  if (ago < 6 * day) return weekday().format(at);
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? date().format(at) : year().format(at);
}

/** Returns when the text of `timeAgo` changes next, in milliseconds since 1970. */
export function nextTimeAgo(at: number, now: number): number {
  const ago = now - at;
  if (ago < minute) return at + minute;
  if (ago < hour) return at + (Math.floor(ago / minute) + 1) * minute;
  if (ago < day) return at + (Math.floor(ago / hour) + 1) * hour;
  if (ago < 6 * day) return at + 6 * day;
  return new Date(new Date(now).getFullYear() + 1, 0).getTime();
}
