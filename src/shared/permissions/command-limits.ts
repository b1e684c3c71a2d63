import { belongsToGit, protectionsOf } from '../files/protected-files.ts';
import { commandPrefix, isForPersonOnly, unchangedWords } from './command-table.ts';

/**
 * True if no rule may allow a command, whatever the rule says:
 * - the command table leaves it to the person, or another program would run such a command
 * - it names a file that holds secrets or is git's own
 * - it could change a file that runs code later or steers agents
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
 * True if a word of a command names a file that only the person may allow: git's own, one with secrets, or a
 * protected file that the command could change. `pathsIn` returns the paths that a word may hold.
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
  const protections = subcommands.has(path.replace(/:.*$/s, '')) ? [] : protectionsOf(path);
  return isUnchanged ? protections.includes('holds-secrets') : protections.length > 0;
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

/** Scripts and subcommands whose names are also those of protected files, if case is ignored. */
const subcommands: ReadonlySet<string> = new Set(['build', 'workspace', 'configure', 'artisan']);
