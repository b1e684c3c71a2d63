import { marksOf } from '../files/file-marks.ts';
import { belongsToGit } from '../files/git-files.ts';
import { commandPrefix, isForPersonOnly } from './command-table.ts';

/**
 * True where no rule may allow a command, whatever it says: one that the command table leaves to the person, also
 * where another program runs it, and one that names a file which holds secrets, runs code later, steers agents or is
 * git's own.
 */
export function needsThePerson(argv: readonly string[]): boolean {
  const inner = argv.flatMap((word) => word.split(/[\s;&|()<>"'`$=,]+/).filter((part) => part !== ''));
  // What the table covers by a prefix runs none of its words.
  const runsWords = commandPrefix(argv) === undefined;
  return (
    (runsWords &&
      [argv, inner].some((words) => words.some((_, index) => isForPersonOnly(words.slice(index))))) ||
    [...argv, ...inner.flatMap(asPaths)].some(isForPerson)
  );
}

/** True for a path that only the person may name: that of a protected file, or of git's own. */
export function isForPerson(word: string): boolean {
  return belongsToGit(word) || (!subcommands.has(word.replace(/:.*$/s, '')) && marksOf(word).length > 0);
}

/** Returns the paths that a word may hold: itself, what is behind `HEAD:` or `@`, and behind a letter: `-f.env`. */
function asPaths(word: string): string[] {
  const parts = word.split(/[:@]/).filter((part) => part !== '');
  return [word, ...parts, ...parts.map((part) => part.replace(/^-[A-Za-z]/, ''))];
}

/** Names of scripts and subcommands that are also those of files which run code, to a system that folds letters. */
const subcommands: ReadonlySet<string> = new Set(['build', 'workspace', 'configure', 'artisan']);
