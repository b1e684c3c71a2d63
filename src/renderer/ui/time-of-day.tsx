import { onFirstUse } from './on-first-use.ts';

type TimeOfDayProps = {
  /** In milliseconds since 1970. */
  at: number;
  className?: string;
};

const brief = onFirstUse(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }));
const whole = onFirstUse(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' }));

/** When something was: the time of day, with the date on demand. */
export function TimeOfDay({ at, className }: TimeOfDayProps) {
  return (
    <time dateTime={new Date(at).toISOString()} title={whole().format(at)} className={className}>
      {brief().format(at)}
    </time>
  );
}
