import { basename } from 'node:path';
import type { Recovery } from './recover-database.ts';

/** What a person is told of a damaged database: where it is, what is there again, and what is not. */
export function recoveryNotice({ setAside, kept }: Recovery): string {
  const told = kept.flatMap(({ words, kept: count, of = count }) => {
    if (words === undefined || (count === 0 && of === 0)) return [];
    const lost = Math.max(0, of - count);
    const name = Math.max(count, of) === 1 ? words.one : words.many;
    return [lost === 0 ? `${count} ${name}` : `${count} of ${of} ${name}`];
  });
  const isWhole = kept.length > 0 && kept.every(({ kept: count, of }) => of !== undefined && count >= of);
  const what =
    told.length === 0 || kept.every(({ kept: count }) => count === 0)
      ? 'Nothing in it could be read, so Parley began with an empty one.'
      : `What could be read is here again: ${told.join(', ')}.${isWhole ? ' Nothing seems to be missing.' : ' What is missing could not be read.'}`;
  return `The database was damaged. ${what} The damaged file was kept as ${setAside}.`;
}

/** The same in figures, for the log. */
export function recoveryFacts({ setAside, kept }: Recovery): Record<string, string | number> {
  const rows = kept.map(({ table, kept: count, of }): [string, string | number] => [
    table,
    of === undefined ? count : `${count} of ${of}`,
  ]);
  return Object.fromEntries([['setAside', basename(setAside)], ...rows]);
}
