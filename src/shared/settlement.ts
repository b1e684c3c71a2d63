import { z } from 'zod';

/**
 * Returns the schema of a settlement: the outcome of what waited for a person, and `at`, in milliseconds since 1970;
 * `more` are the fields that only its kind has. Settlements that are stored with the outcome under `formerName` can
 * still be read.
 */
export function settlementSchemaOf<Outcome extends z.ZodType, More extends z.ZodRawShape>(
  outcome: Outcome,
  more: More,
  formerName: 'verdict' | 'ending',
) {
  return z.preprocess(
    (stored) => {
      if (typeof stored !== 'object' || stored === null || !(formerName in stored)) return stored;
      const { [formerName]: former, ...rest }: { verdict?: unknown; ending?: unknown } = stored;
      return { outcome: former, ...rest };
    },
    z.object({ outcome, ...more, at: z.number() }),
  );
}
