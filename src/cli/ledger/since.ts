const units: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * The time that `--since` means, in milliseconds since 1970: a date, `2026-11-01`, from its first moment
 * here; a date with a time; or a span before now, `30m`, `12h`, `7d`, `2w`. Undefined for anything else.
 */
export function parseSince(text: string, now: number): number | undefined {
  const span = /^(\d{1,6})([mhdw])$/.exec(text.trim());
  if (span !== null) return now - Number(span[1]) * (units[span[2] ?? ''] ?? 0);
  const date = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}.*)?$/.exec(text.trim());
  if (date === null) return undefined;
  const time = Date.parse(`${date[1]}${(date[2] ?? 'T00:00').replace(' ', 'T')}`);
  return Number.isNaN(time) || !isInCalendar(date[1] ?? '') ? undefined : time;
}

/** `2026-02-30` is none. */
function isInCalendar(date: string): boolean {
  const time = Date.parse(`${date}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
