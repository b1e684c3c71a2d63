import { buildRows } from './command-table/builds.ts';
import {
  type AllowedBy,
  type CommandEffect,
  type CommandRow,
  parseOptions,
  type ReadsFrom,
  wordsOf,
} from './command-table/command-row.ts';
import { isOfKind, mayBePath } from './command-table/command-values.ts';
import { fileRows } from './command-table/files.ts';
import { gitRows } from './command-table/git.ts';
import { javascriptRows } from './command-table/javascript.ts';
import { pythonRows } from './command-table/python.ts';
import { serviceRows } from './command-table/services.ts';
import { systemRows } from './command-table/system.ts';
import type { PrefixCoverage } from './permission-rule.ts';

/** Every program that Parley knows, by its name. */
export const commandTable: ReadonlyMap<string, CommandRow> = new Map([
  ...systemRows,
  ...serviceRows,
  ...buildRows,
  ...pythonRows,
  ...javascriptRows,
  ...gitRows,
  ...fileRows,
]);

/** One reason why a command does something, with the positions of the words in its argv that say so. */
export type CommandFinding = {
  words: readonly number[];
  effects: readonly (CommandEffect | 'unknown')[];
  reason: string;
  allowedBy: AllowedBy;
};

/**
 * What a command does as far as the table knows: the first finding is about its program and subcommands, the others
 * are about options and operands that its prefix does not cover. `prefix` are the words that name it, `operands` the
 * positions of the words behind it that are neither options nor their values, `paths` the words that it may take for
 * files, `remotes` those that git takes for paths where it has no such remote. `readsFrom` is set for what may run
 * without a card where it does nothing but read.
 */
export type CommandReading = {
  prefix: readonly string[];
  readsFrom?: ReadsFrom;
  findings: readonly CommandFinding[];
  operands: readonly number[];
  paths: readonly string[];
  remotes: readonly string[];
};

/** Reads the words of a command, as `argvOf` returns them, by the table. */
export function readCommand(argv: readonly string[]): CommandReading {
  const { row, prefix, isNamed } = rowOf(argv);
  if (row === undefined)
    return { prefix: argv.slice(0, 1), findings: [unknown([0])], operands: [], paths: [], remotes: [] };
  const listing = listingOf(row, argv, prefix.length);
  const about: CommandFinding = {
    words: prefix.map((_, index) => index),
    effects: listing === undefined ? row.effects : ['reads'],
    reason: listing ?? row.reason,
    allowedBy: row.allowedBy,
  };
  // The script that was to be named is missing, or has a name that could be something else.
  const unnamed = isNamed ? [] : [unknown(prefix.length < argv.length ? [prefix.length] : [])];
  const { findings, ...read } = new ArgumentReader(row, argv, prefix.length).read();
  const { readsFrom } = row;
  return { ...(readsFrom && { readsFrom }), prefix, findings: [about, ...unnamed, ...findings], ...read };
}

/** Returns what a command does that reads only by its options; undefined for any other. */
function listingOf(row: CommandRow, argv: readonly string[], from: number): string | undefined {
  const { lists } = row;
  if (lists === undefined) return undefined;
  const { findings } = new ArgumentReader({ ...row, ...lists, unsafe: [] }, argv, from).read();
  return findings.length === 0 ? lists.reason : undefined;
}

/** Returns who may allow a command: the narrowest that anything in it asks for. */
export function allowedBy({ findings }: Pick<CommandReading, 'findings'>): AllowedBy {
  return narrowest(findings);
}

/** Returns the effects of a command, `unknown` among them where something of it is not in the table. */
export function effectsOf({ findings }: Pick<CommandReading, 'findings'>): Set<CommandEffect | 'unknown'> {
  return new Set(findings.flatMap(({ effects }) => effects));
}

/**
 * Returns the words by which a rule may allow this command and others that begin alike; undefined where the table
 * does not cover all of it.
 */
export function commandPrefix(argv: readonly string[]): readonly string[] | undefined {
  const reading = readCommand(argv);
  return allowedBy(reading) === 'prefix' ? reading.prefix : undefined;
}

/** True for a command that begins with these words and that the table covers by them. */
export function isCoveredByPrefix(argv: readonly string[], words: readonly string[]): boolean {
  if (!words.every((word, index) => argv[index] === word)) return false;
  const prefix = commandPrefix(argv);
  return prefix !== undefined && prefix.length <= words.length;
}

/** The most prefixes of one command that a rule can be about. */
const mostPrefixes = 10;

/**
 * Returns the prefixes by which a rule may allow this command, the longest first; the last is its `commandPrefix`. One
 * that ends in `--`, or covers nothing by itself, such as an option without its value, is left out.
 */
export function coveredPrefixes(argv: readonly string[]): string[][] {
  const shortest = commandPrefix(argv)?.length;
  if (shortest === undefined) return [];
  const longest = Math.min(argv.length, shortest + mostPrefixes - 1);
  return Array.from({ length: longest - shortest + 1 }, (_, index) => argv.slice(0, longest - index)).filter(
    (words) => words.at(-1) !== '--' && isCoveredByPrefix(words, words),
  );
}

/** Returns what a rule about a prefix covers; undefined where that is nothing. */
export function prefixCoverage(words: readonly string[]): PrefixCoverage | undefined {
  const { row } = rowOf(words);
  if (row === undefined || !isCoveredByPrefix(words, words)) return undefined;
  const asks = row.unsafe.flatMap(({ options }) => {
    const names = wordsOf(options);
    return names.find((name) => name.startsWith('--')) ?? names[0] ?? [];
  });
  return { does: row.reason, asks };
}

/**
 * Returns the positions of the words that name what a command reads or runs and does not change: its program, the
 * script of an interpreter, and all words of a command that the table covers as one that changes none.
 */
export function unchangedWords(argv: readonly string[]): ReadonlySet<number> {
  const program = argv[0] ?? '';
  const row = [program, ...namesOf(program)].map((name) => rowOf([name, ...argv.slice(1)]).row).find(Boolean);
  const reading = readCommand(argv);
  const isCovered = allowedBy(reading) === 'prefix';
  const onlyReads = [...effectsOf(reading)].every((effect) => effect === 'reads');
  if (isCovered && (onlyReads || row?.unchanged === 'operands')) return new Set(argv.keys());
  const script = argv[1] ?? '';
  return new Set(row?.unchanged === 'first' && /^[^-+]/.test(script) ? [0, 1] : [0]);
}

/**
 * True where a program by any of its names (`/usr/bin/SUDO`, `gtar`, `lua5.4`) is one whose command no rule allows.
 */
export function isForPersonOnly(argv: readonly string[]): boolean {
  const [program = '', ...rest] = argv;
  return namesOf(program).some(
    (name) => commandTable.has(name) && allowedBy(readCommand([name, ...rest])) === 'person',
  );
}

function unknown(words: readonly number[]): CommandFinding {
  return { words, effects: ['unknown'], reason: 'Not known to Parley', allowedBy: 'exact' };
}

const order: readonly AllowedBy[] = ['prefix', 'exact', 'person'];

function narrowest(findings: readonly Pick<CommandFinding, 'allowedBy'>[]): AllowedBy {
  const ranks = findings.map((finding) => order.indexOf(finding.allowedBy));
  return order[Math.max(0, ...ranks)] ?? 'person';
}

/** Follows subcommands as far as they are known, and the name that belongs to the prefix. */
function rowOf(argv: readonly string[]): {
  row: CommandRow | undefined;
  prefix: readonly string[];
  isNamed: boolean;
} {
  let row = commandTable.get(argv[0] ?? '');
  let length = 1;
  for (let next = row?.subcommands.get(argv[length] ?? ''); next !== undefined; ) {
    row = next;
    length += 1;
    next = row.subcommands.get(argv[length] ?? '');
  }
  if (row?.named === undefined) return { row, prefix: argv.slice(0, length), isNamed: true };
  const isNamed = isOfKind(argv[length] ?? '', row.named);
  return { row, prefix: argv.slice(0, isNamed ? length + 1 : length), isNamed };
}

/** Reads what follows the prefix of a command. */
class ArgumentReader {
  readonly #row: CommandRow;
  readonly #argv: readonly string[];
  readonly #findings: CommandFinding[] = [];
  readonly #operandsAt: number[] = [];
  readonly #paths: string[] = [];
  readonly #remotes: string[] = [];
  #at: number;
  #options: ReturnType<typeof parseOptions>;
  #operands: string[];

  constructor(row: CommandRow, argv: readonly string[], from: number) {
    this.#row = row;
    this.#argv = argv;
    this.#at = from;
    this.#options = parseOptions(row.options);
    this.#operands = wordsOf(row.operands);
  }

  read(): Omit<CommandReading, 'prefix'> {
    if (this.#row.handsOn?.after === 'name') this.#handOn();
    let onlyOperands = false;
    for (; this.#at < this.#argv.length; this.#at += 1) {
      const word = this.#argv[this.#at] ?? '';
      if (word === '--' && !onlyOperands) {
        if (this.#row.handsOn?.after === 'dashes') this.#handOn();
        else onlyOperands = true;
      } else if (/^-./s.test(word)) this.#readOption(word, onlyOperands);
      else this.#readOperand(word);
    }
    return {
      findings: this.#findings,
      operands: this.#operandsAt,
      paths: this.#paths,
      remotes: this.#remotes,
    };
  }

  /** What follows is for another program. */
  #handOn(): void {
    const { options = '', operands = '' } = this.#row.handsOn ?? {};
    this.#options = parseOptions(options);
    this.#operands = wordsOf(operands);
  }

  #readOption(word: string, isOperand: boolean): void {
    if (isOperand) {
      // Where a program takes `--` for the value of an option, what follows is an option still.
      if (!this.#addUnsafe(word)) this.#findings.push(unknown([this.#at]));
    } else if (/^-\d+$/.test(word) && this.#options.has('-<number>')) return;
    else if (this.#row.syntax === 'getopt' && !word.startsWith('--')) this.#readLetters(word);
    else this.#readWholeOption(word);
  }

  #readWholeOption(word: string): void {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    const joined = equals < 0 ? undefined : word.slice(equals + 1);
    const value = this.#options.get(name);
    if (this.#options.has(name) && this.#hasValue(value, joined)) return;
    if (!this.#addUnsafe(name)) this.#findings.push(unknown([this.#at]));
  }

  /** Reads letters that are joined, each an option, up to one whose value is the rest: `-fdx`, `-n5`. */
  #readLetters(word: string): void {
    for (let index = 1; index < word.length; index += 1) {
      const name = `-${word.charAt(index)}`;
      const rest = word.slice(index + 1);
      const value = this.#options.get(name);
      if (!this.#options.has(name)) {
        if (!this.#addUnsafe(name)) this.#findings.push(unknown([this.#at]));
      } else if (value !== undefined) {
        if (!this.#hasValue(value, rest === '' ? undefined : rest) && !this.#addUnsafe(name)) {
          this.#findings.push(unknown([this.#at]));
        }
        return;
      }
    }
  }

  /** True where an option has the value that the table knows of it; takes the next word for it if need be. */
  #hasValue(value: { kind: string; optional: boolean } | undefined, joined: string | undefined): boolean {
    if (value === undefined) return joined === undefined;
    if (joined !== undefined) return this.#takes(joined, value.kind);
    if (value.optional) return true;
    const next = this.#argv[this.#at + 1];
    if (next === undefined || !this.#takes(next, value.kind)) return false;
    this.#at += 1;
    return true;
  }

  /** Adds what is known of an option that is not covered, also where its name is cut short. */
  #addUnsafe(word: string): boolean {
    const [name = word] = word.split('=');
    const found = this.#row.unsafe.filter(({ options }) =>
      wordsOf(options).some((option) => option === name || (/^--./.test(name) && option.startsWith(name))),
    );
    const [first] = found;
    if (first === undefined) return false;
    const gravest = found.find((one) => one.allowedBy === 'person') ?? first;
    const { effects, reason } = gravest;
    this.#findings.push({ words: [this.#at], effects, reason, allowedBy: gravest.allowedBy });
    return true;
  }

  #readOperand(word: string): void {
    this.#operandsAt.push(this.#at);
    const [kind] = this.#operands;
    if (kind === undefined || !this.#takes(word, kind.replace(/\*$/, ''))) {
      this.#findings.push(unknown([this.#at]));
      return;
    }
    if (!kind.endsWith('*')) this.#operands.shift();
  }

  #takes(value: string, kind: string): boolean {
    if (!isOfKind(value, kind)) return false;
    if (kind === 'remote') this.#remotes.push(value);
    if (mayBePath(kind)) this.#paths.push(value);
    return true;
  }
}

/**
 * Names that a program may be known by: some systems fold letters, many are installed with their version
 * (`lua5.4`), and those of GNU on a Mac with a `g` before their names (`gfind`).
 */
function namesOf(program: string): string[] {
  const name = (program.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/, '');
  const withoutVersion = name.replace(/-?\d[\d.]*$/, '');
  return [...new Set([name, withoutVersion, withoutVersion.replace(/^g/, '')])];
}
