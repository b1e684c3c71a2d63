const minute = 60_000;
const hour = 60 * minute;

/** Returns when something was: "5 min ago", "2 h ago", "Yesterday", "Monday", "3 Nov 2025". */
export function dayOrAgo(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  if (passed < minute) return 'Just now';
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`;
  const days = daysBetween(at, now);
  if (days === 0 || passed < 6 * hour) return `${Math.floor(passed / hour)} h ago`;
  if (days === 1) return 'Yesterday';
  if (days < 7) return new Date(at).toLocaleDateString('en-GB', { weekday: 'long' });
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

function daysBetween(at: number, now: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(now) - midnight(at)) / (24 * hour));
}
