const units = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1_000 },
] as const;

/** Returns a waiting time in its largest whole unit: `less than a second`, `1 minute`, `3 days`. */
export function waitedText(milliseconds: number): string {
  const unit = units.find(({ ms }) => milliseconds >= ms);
  if (unit === undefined) return 'less than a second';
  const count = Math.floor(milliseconds / unit.ms);
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}
