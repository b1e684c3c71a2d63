/** What a command does to the world around it, as a person is told of it. */
export type CommandEffect = 'reads' | 'writes' | 'installs' | 'sends' | 'deletes' | 'rewrites' | 'runs';

/**
 * Who may allow a command: a rule about its prefix, a rule about its exact line, or the person alone, each time
 * anew. In this order from wide to narrow.
 */
export type AllowedBy = 'prefix' | 'exact' | 'person';

/**
 * What a command that reads only takes its output from: contents of the files that it names, names of files, the git
 * repository, where programs are, its own version, or nothing of the folder.
 */
export type ReadsFrom = 'contents' | 'names' | 'repository' | 'programs' | 'version' | 'nothing';

/** Options that a command prefix does not cover: their names with blanks between them, and what they do. */
export type UnsafeOptions = {
  options: string;
  effects: readonly CommandEffect[];
  reason: string;
  allowedBy: Exclude<AllowedBy, 'prefix'>;
};

/**
 * One program or subcommand. `options` are those that a prefix covers: `--quiet`, `--message=text` with a value,
 * `--color[=word]` where one may follow behind `=`; a value is of a kind in `command-values.ts`, or of a list (`dot|spec`).
 * `operands` are the kinds of the other words, the last of them for all that follow where it ends in `*`. A row that
 * no prefix covers, and that has no subcommands, takes any.
 */
export type CommandRow = {
  effects: readonly CommandEffect[];
  reason: string;
  allowedBy: AllowedBy;
  options: string;
  unsafe: readonly UnsafeOptions[];
  operands: string;
  /** How short options are written: `getopt` joins letters and values (`-fdx`, `-n5`), `words` takes whole words. */
  syntax: 'getopt' | 'words';
  /** Subcommands by their names, with blanks between names of one. They follow the program at once. */
  subcommands: ReadonlyMap<string, CommandRow>;
  /** The kind of a first operand that belongs to the prefix, such as the script in `npm run test`. */
  named?: string;
  /**
   * The operands that it reads or runs and does not change, where it does more than read: all of them, or the one that
   * follows its name at once, such as the script of an interpreter.
   */
  unchanged?: 'operands' | 'first';
  /** Set where it may run without a card, under the conditions of `main/permissions/unasked-reading.ts`. */
  readsFrom?: ReadsFrom;
  /** The options and operands with which it reads only, where others have it do more: `git branch -a`. */
  lists?: { reason: string; options: string; operands: string };
  /** Options and operands that a program behind this one gets: all of them, or those behind `--`. */
  handsOn?: { after: 'name' | 'dashes'; options: string; operands: string };
};

type Details = Partial<Omit<CommandRow, 'effects' | 'reason' | 'allowedBy' | 'subcommands'>> & {
  subcommands?: Readonly<Record<string, CommandRow>>;
};

type Effects = CommandEffect | readonly CommandEffect[];

/** A command whose prefix a rule may cover, with the options and operands that are given. */
export function covered(effects: Effects, reason: string, details: Details = {}): CommandRow {
  return row('prefix', effects, reason, details);
}

/** The subcommand of a program whose version does not hang on the folder that it is asked in. */
export const saysVersion = { '--version': covered('reads', 'Says its version', { readsFrom: 'version' }) };

/** A command that a rule may allow by its exact line only. */
export function exact(effects: Effects, reason: string, details: Details = {}): CommandRow {
  return row('exact', effects, reason, details);
}

/** A command that no rule allows. */
export function person(effects: Effects, reason: string, details: Details = {}): CommandRow {
  return row('person', effects, reason, details);
}

function row(allowedBy: AllowedBy, effects: Effects, reason: string, details: Details): CommandRow {
  const { subcommands, ...given } = details;
  const takesAny = allowedBy !== 'prefix' && subcommands === undefined;
  return {
    options: '',
    unsafe: [],
    operands: takesAny ? 'any*' : '',
    syntax: 'words',
    ...given,
    effects: listOf(effects),
    reason,
    allowedBy,
    subcommands: byName(subcommands ?? {}),
  };
}

/** Options that a rule may allow as a part of its exact line only. */
export function unsafe(options: string, effects: Effects, reason: string): UnsafeOptions {
  return { options, effects: listOf(effects), reason, allowedBy: 'exact' };
}

/** Options that no rule allows. */
export function personOnly(options: string, effects: Effects, reason: string): UnsafeOptions {
  return { options, effects: listOf(effects), reason, allowedBy: 'person' };
}

/** Returns rows by each of their names; a key may have several, with blanks between them. */
export function byName(rows: Readonly<Record<string, CommandRow>>): Map<string, CommandRow> {
  return new Map(
    Object.entries(rows).flatMap(([names, one]) => names.split(' ').map((name) => [name, one] as const)),
  );
}

function listOf(effects: Effects): readonly CommandEffect[] {
  return typeof effects === 'string' ? [effects] : effects;
}

/** The value of an option, if it has one: `optional` only behind `=`, or joined to its letter. */
export type OptionValue = { kind: string; optional: boolean };

/** Reads a list of options; those without a value have undefined. */
export function parseOptions(options: string): Map<string, OptionValue | undefined> {
  return new Map(
    wordsOf(options).map((word) => {
      const [, name = word, bracket, kind] = /^(.+?)(\[?)=([^\]]+)\]?$/.exec(word) ?? [];
      return [name, kind === undefined ? undefined : { kind, optional: bracket === '[' }];
    }),
  );
}

/** Returns the words of a list with blanks between them. */
export function wordsOf(list: string): string[] {
  return list.split(/\s+/).filter((word) => word !== '');
}
