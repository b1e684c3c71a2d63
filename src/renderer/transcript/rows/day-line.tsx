import { type Day, dayName } from './days.ts';

/** Where another day begins. */
export function DayLine({ at, today }: { at: number; today: Day }) {
  return (
    <p className="py-3 text-center text-small font-medium text-secondary select-none">
      <time dateTime={new Date(at).toISOString().slice(0, 10)}>{dayName(at, today)}</time>
    </p>
  );
}
