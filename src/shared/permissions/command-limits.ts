import { marksOf } from '../files/file-marks.ts';
import { belongsToGit } from '../files/git-files.ts';
import { listed } from './open-beginning.ts';

/** Programs that act with other rights than the person's own. */
const withOtherRights = listed('sudo sudoedit sudo-rs doas dzdo su su-exec gosu pkexec runuser run0 gsudo');

/** The options by which `rm` goes into folders, also within a group of letters and cut short. */
export const recursive = /^(?:-[A-Za-z]*[rR][A-Za-z]*|--r(?:e(?:c(?:u(?:r(?:s(?:i(?:v(?:e)?)?)?)?)?)?)?)?)$/;

/** Programs that read whole folders by themselves, files that hold secrets among them. */
const foldersReaders = listed('rg ag ack ack-grep ugrep ug rgrep pt sift zipgrep git-grep');

/** Programs that do so by an option, which may be cut short or stand within a group of letters. */
const greps = listed('grep egrep fgrep zgrep bzgrep xzgrep ggrep');

const grepsFolders = /^(?:-[A-Za-z0-9]*[rRd].*|--(?:r|re|rec.*|d.*))$/;

const diffsFolders = /^(?:-[A-Za-z0-9]*r.*|--(?:r|re|rec.*))$/;

/** True for a command that reads the files of a folder without naming them. */
function readsFolders(words: readonly string[]): boolean {
  return words.some((word, index) => {
    const name = baseName(word).replace(/\.exe$/, '');
    const rest = words.slice(index + 1);
    if (name === 'git') return rest.includes('grep') || rest.includes('--no-index');
    if (greps.has(name)) return rest.some((other) => grepsFolders.test(other));
    if (name === 'diff') return rest.some((other) => diffsFolders.test(other));
    return foldersReaders.has(name);
  });
}

/**
 * True where no standing answer may allow a command, whatever it says: one with other rights, one that deletes
 * folders, one that reads whole folders, one that names a file which holds secrets, runs code later, steers agents or
 * is git's own. Words within words count, for some programs run their arguments.
 */
export function needsThePerson(words: readonly string[]): boolean {
  const inner = words.flatMap((word) => word.split(/[\s;&|()<>"'`$=,]+/).filter((part) => part !== ''));
  const names = inner.map(baseName);
  return (
    names.some((name) => withOtherRights.has(name)) ||
    readsFolders(words) ||
    readsFolders(inner) ||
    names.some(
      (name, index) => name === 'rm' && inner.slice(index + 1).some((word) => recursive.test(word)),
    ) ||
    [...words, ...inner.flatMap(asPaths)].some(isForPerson)
  );
}

/** True for a path that only the person may name: that of a protected file, or of git's own. */
export function isForPerson(word: string): boolean {
  return belongsToGit(word) || (!subcommands.has(word) && marksOf(word).length > 0);
}

/** Returns the paths that a word may hold: itself, what is behind `HEAD:` or `@`, and behind a letter: `-f.env`. */
function asPaths(word: string): string[] {
  const parts = word.split(/[:@]/).filter((part) => part !== '');
  return [word, ...parts, ...parts.map((part) => part.replace(/^-[A-Za-z]/, ''))];
}

/** Names of scripts and subcommands that are also those of files which run code, to a system that folds letters. */
const subcommands = listed('build workspace configure artisan');

function baseName(word: string): string {
  return (word.split('/').at(-1) ?? word).toLowerCase();
}
