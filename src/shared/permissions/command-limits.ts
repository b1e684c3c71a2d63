import { belongsToGit, marksOf } from '../files/file-marks.ts';
import { commandPrefix, isForPersonOnly, unchangedWords } from './command-table.ts';

/**
 * True where no rule may allow a command, whatever it says: one that the command table leaves to the person, also
 * where another program runs it, and one that names a file which holds secrets or is git's own, or that could change one
 * which runs code later or steers agents.
 */
export function needsThePerson(argv: readonly string[]): boolean {
  const inner = argv.flatMap(partsOf);
  // What the table covers by a prefix runs none of its words.
  const runsWords = commandPrefix(argv) === undefined;
  return (
    (runsWords &&
      [argv, inner].some((words) => words.some((_, index) => isForPersonOnly(words.slice(index))))) ||
    namesForPerson(argv, (word) => [word, ...partsOf(word).flatMap(asPaths)])
  );
}

/**
 * True for a command of which a word names a file that only the person may name there: one of git's own, one that holds
 * secrets, and any protected file that the command could change. `pathsIn` are the paths that a word may hold.
 */
export function namesForPerson(
  argv: readonly string[],
  pathsIn: (word: string) => readonly string[],
): boolean {
  const unchanged = unchangedWords(argv);
  return argv.some((word, index) => pathsIn(word).some((path) => isForPerson(path, unchanged.has(index))));
}

function isForPerson(path: string, isUnchanged: boolean): boolean {
  if (belongsToGit(path)) return true;
  const marks = subcommands.has(path.replace(/:.*$/s, '')) ? [] : marksOf(path);
  return isUnchanged ? marks.includes('holds-secrets') : marks.length > 0;
}

/** Returns what a shell or a program may take out of a word. */
function partsOf(word: string): string[] {
  return word.split(/[\s;&|()<>"'`$=,]+/).filter((part) => part !== '');
}

/** Returns the paths that a word may hold: itself, what is behind `HEAD:` or `@`, and behind a letter: `-f.env`. */
function asPaths(word: string): string[] {
  const parts = word.split(/[:@]/).filter((part) => part !== '');
  return [word, ...parts, ...parts.map((part) => part.replace(/^-[A-Za-z]/, ''))];
}

/** Names of scripts and subcommands that are also those of files which run code, to a system that folds letters. */
const subcommands: ReadonlySet<string> = new Set(['build', 'workspace', 'configure', 'artisan']);
