import { accessSync, constants, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, isAbsolute } from 'node:path';
import type { Environment } from './command-environment.ts';

/** How a shell is started; `input` is for its standard input. */
export type Invocation = { args: readonly string[]; argv0?: string; input?: string };

/** A kind of shell: its flags and its syntax, as far as they are needed here. */
type ShellKind = {
  isPosix: boolean;
  /** Returns the arguments to run a line without reading the files of a login shell. */
  run: (line: string) => readonly string[];
  /** Returns ways to run a line after the startup files were read: as in a terminal, then not interactive. */
  logIn: (name: string, line: string) => readonly [Invocation, Invocation];
  /** Returns the line that runs Node. `script` may have no `"`, `!`, `$`, `\` or backtick. */
  runNode: (file: string, script: string) => string;
  /** Returns the line that removes variables, of which not all have to be set. */
  unset: (names: readonly string[]) => string;
};

const quotingNode: ShellKind['runNode'] = (file, script) =>
  `'${file.replaceAll("'", String.raw`'\''`)}' -e "${script}"`;

const posix: ShellKind = {
  isPosix: true,
  run: (line) => ['-c', line],
  logIn: (_, line) => [{ args: ['-i', '-l', '-c', line] }, { args: ['-l', '-c', line] }],
  runNode: quotingNode,
  unset: (names) => `unset ${names.join(' ')}`,
};

const fish: ShellKind = { ...posix, isPosix: false, unset: (names) => `set -e ${names.join(' ')}` };

const csh: ShellKind = {
  ...posix,
  isPosix: false,
  // It takes -l alone only, and has no prompt, by which files tell that it is interactive, with -c.
  logIn: (name, line) => [
    { argv0: `-${name}`, args: ['-i'], input: `${line}\nexit\n` },
    { args: ['-c', line] },
  ],
  unset: (names) => names.map((name) => `unsetenv ${name}`).join('; '),
};

const nushell: ShellKind = {
  ...posix,
  isPosix: false,
  runNode: (file, script) => `^${JSON.stringify(file)} -e "${script}"`,
  unset: (names) => `hide-env -i ${names.join(' ')}`,
};

const powershell: ShellKind = {
  ...posix,
  isPosix: false,
  run: (line) => ['-NoProfile', '-NonInteractive', '-Command', line],
};

/** The kinds by the names of programs. */
const kinds: ReadonlyMap<string, ShellKind> = new Map([
  ...['sh', 'bash', 'rbash', 'zsh', 'dash', 'ash', 'ksh', 'mksh', 'oksh', 'pdksh', 'yash'].map(
    (name): [string, ShellKind] => [name, posix],
  ),
  ['fish', fish],
  ['csh', csh],
  ['tcsh', csh],
  ['bsd-csh', csh],
  ['nu', nushell],
]);

/** The shell that runs lines, and whose startup files make the person's environment. */
export type Shell = {
  /** Its absolute path; on Windows its name. */
  file: string;
  /** Its name for people and models. */
  name: string;
  kind: ShellKind;
  /** The path of the person's own shell, where that is of no known kind; else null. */
  insteadOf: string | null;
};

/** Returns the shell of Parley's user: that of `SHELL`, else of their account, else `/bin/sh`. */
export function shellOf(env: Environment): Shell {
  if (process.platform === 'win32')
    return { file: 'powershell.exe', name: 'PowerShell', kind: powershell, insteadOf: null };
  const file = [env['SHELL'], accountShell()].find(isUsable) ?? '/bin/sh';
  const name = nameOf(file);
  const kind = kinds.get(name);
  return kind === undefined
    ? { file: '/bin/sh', name: 'sh', kind: posix, insteadOf: file }
    : { file, name, kind, insteadOf: null };
}

/** Returns the name of a shell without a version, as in `zsh-5.9` and `ksh93`. */
function nameOf(file: string): string {
  return basename(file).replace(/[-.\d]+$/, '');
}

/** Null where the user has no account on this machine, as in some containers. */
function accountShell(): string | null {
  try {
    return userInfo().shell;
  } catch {
    return null;
  }
}

/** Accounts that nobody logs in to have one of these programs. */
const noShells = new Set(['nologin', 'false']);

function isUsable(file: string | null | undefined): file is string {
  if (file === null || file === undefined || !isAbsolute(file) || noShells.has(basename(file))) return false;
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Returns the shell as a model is told about it. */
export function shellForModel({ name, kind, insteadOf }: Shell): string {
  if (insteadOf !== null) return `/bin/${name}`;
  return kind.isPosix
    ? `${name}, the person’s shell`
    : `${name}, the person’s shell, which is not a POSIX shell`;
}
