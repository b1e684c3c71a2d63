import { basename } from 'node:path';
import type { Recovery } from './recover-database.ts';

/** Returns the notice for a person about a damaged database: what is lost of it, and where it is. */
export function recoveryNotice({ setAside, kept, lostChanges }: Recovery): string {
  return `The database was damaged. ${whatIsLost(kept, lostChanges > 0)} The damaged file was kept as ${setAside}.`;
}

function whatIsLost(kept: Recovery['kept'], isLatestLost: boolean): string {
  if (kept.every(({ kept: count }) => count === 0))
    return 'Nothing in it could be read, so Parley began with an empty one.';
  const lost = kept.flatMap(({ words, kept: count, of = count }) =>
    words === undefined || count >= of ? [] : [`${of - count} of ${of} ${of === 1 ? words.one : words.many}`],
  );
  const uncounted = isLatestLost ? latestLost : moreUnknown;
  const isCounted = !isLatestLost && kept.every(({ of }) => of !== undefined);
  if (lost.length === 0)
    return isCounted ? 'Everything in it is here again.' : `What could be read is here again. ${uncounted}`;
  const rest = `Could not be read: ${lost.join(', ')}. Everything else is here again.`;
  return isCounted ? rest : `${rest} ${uncounted}`;
}

const moreUnknown = 'Whether more is missing can’t be told.';
const latestLost = 'Some of the latest changes could not be read, and may be missing or as they were before.';

/** The same in figures, for the log. */
export function recoveryFacts({ setAside, kept, lostChanges }: Recovery): Record<string, string | number> {
  const rows = kept.map(({ table, kept: count, of }): [string, string | number] => [
    table,
    of === undefined ? count : `${count} of ${of}`,
  ]);
  return Object.fromEntries([['setAside', basename(setAside)], ['lostChanges', lostChanges], ...rows]);
}
