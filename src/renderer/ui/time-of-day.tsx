type TimeOfDayProps = {
  /** In milliseconds since 1970. */
  at: number;
  className?: string;
};

// Made with the chat's script, behind the first paint, so that no answer waits for them.
const brief = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

/** When something was: the time of day, with the date on demand. */
export function TimeOfDay({ at, className }: TimeOfDayProps) {
  return (
    <time dateTime={new Date(at).toISOString()} title={whole.format(at)} className={className}>
      {brief.format(at)}
    </time>
  );
}
