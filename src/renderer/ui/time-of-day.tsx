type TimeOfDayProps = {
  /** In milliseconds since 1970. */
  at: number;
  className?: string;
};

// Made when the chat's script loads, after the first paint, so that no answer waits for it.
const brief = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

/** A time of day, with the date on demand. */
export function TimeOfDay({ at, className }: TimeOfDayProps) {
  return (
    <time dateTime={new Date(at).toISOString()} title={whole.format(at)} className={className}>
      {brief.format(at)}
    </time>
  );
}
