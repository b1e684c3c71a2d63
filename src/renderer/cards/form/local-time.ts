/** Returns the local date and time of a moment as a field of the platform has it; empty for what is none. */
export function toLocalField(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** Returns the moment of a local date and time with its offset from UTC, as RFC 3339 has it; empty for none. */
export function fromLocalField(local: string): string {
  const date = new Date(local);
  if (local === '' || Number.isNaN(date.getTime())) return '';
  const east = -date.getTimezoneOffset();
  const [hours, minutes] = [Math.trunc(Math.abs(east) / 60), Math.abs(east) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  const seconds = local.length === 16 ? ':00' : '';
  return `${local}${seconds}${east < 0 ? '-' : '+'}${hours}:${minutes}`;
}
