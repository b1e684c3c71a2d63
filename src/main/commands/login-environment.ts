import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { z } from 'zod';
import type { LoginProblem } from '../../shared/contract/environment.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { machineClock, type StartTimer } from '../clock.ts';
import { type Environment, hiddenNames, withMarker, withoutNames } from './command-environment.ts';
import { endAtExit } from './end-at-exit.ts';
import { type Invocation, type Shell, shellOf } from './known-shells.ts';
import { type CommandProcesses, endProcesses, markerVariable } from './processes.ts';

/** An environment, and why it is not that of an interactive login shell; null where it is. */
export type LoginReading = { environment: Environment; problem: LoginProblem | null };

/** Resolves to the environment that a login shell makes of another one. */
export type ReadLogin = (shell: Shell, env: Environment) => Promise<LoginReading>;

type LoginShellDeps = {
  /** The environment of this process. */
  env: Environment;
  /** Names of variables with keys, which the shell's startup files don't get. */
  secrets: readonly string[];
  /** Reads the environment; by default by running the shell. */
  readLogin?: ReadLogin | undefined;
  /** Called once the environment was read. */
  onRead?: (reading: LoginReading) => void;
};

/** The person's login shell, whose environment is read once. */
export class LoginShell {
  readonly shell: Shell;
  readonly #deps: LoginShellDeps;
  #reading: Promise<LoginReading> | undefined;
  #known: LoginReading | null = null;

  constructor(deps: LoginShellDeps) {
    this.#deps = deps;
    this.shell = shellOf(deps.env);
  }

  /** Returns what was read; null until then. */
  known(): LoginReading | null {
    return this.#known;
  }

  /** Resolves to the environment; it may still have keys that a startup file sets. */
  async environment(): Promise<Environment> {
    this.#reading ??= this.#read();
    return (await this.#reading).environment;
  }

  async #read(): Promise<LoginReading> {
    const { env, secrets, readLogin = readLoginEnvironment, onRead } = this.#deps;
    const reading = await readLogin(this.shell, withoutNames(env, hiddenNames(env, secrets, [])));
    this.#known = reading;
    onRead?.(reading);
    return reading;
  }
}

/** How long a shell may read its files, in milliseconds. */
const patience = 5_000;

/** How much a shell may print, in characters. */
const longestOutput = 10_000_000;

/**
 * Runs a login shell as in a terminal and takes over its environment; where that fails, one that is not
 * interactive; where that fails too, returns the environment as it was. Of a shell that fails nothing is left
 * running, nor when Parley exits meanwhile. Otherwise what left its group of processes, such as a key agent, goes on.
 */
export async function readLoginEnvironment(
  shell: Shell,
  env: Environment,
  after: StartTimer = machineClock.after,
): Promise<LoginReading> {
  if (process.platform === 'win32') return { environment: env, problem: null };
  const id = randomUUID();
  const line = shell.kind.runNode(process.execPath, printing(id));
  const mark = id.split('').toReversed().join('');
  const [interactive, plain] = shell.kind.logIn(shell.name, line);
  const first = await read({ shell, invocation: interactive, mark, env, after });
  if (first.ok) return { environment: takenOver(first.environment, env), problem: null };
  const { reason } = first;
  const second = await read({ shell, invocation: plain, mark, env, after });
  return second.ok
    ? { environment: takenOver(second.environment, env), problem: { reason, used: 'not-interactive' } }
    : { environment: env, problem: { reason, used: 'started-with' } };
}

/** The script turns the id round, so that a file that prints the line or its variables does not print the mark. */
function printing(id: string): string {
  return `const mark = [...'${id}'].reverse().join(''); process.stdout.write(mark + JSON.stringify(process.env) + mark)`;
}

/** Variables that are about the shell itself. */
const ofShell = new Set(['_', 'PWD', 'OLDPWD', 'SHLVL', markerVariable]);

/** Set for startup files, so that they neither ask about updates nor start tmux (names of Oh My Zsh). */
const forStartup = {
  DISABLE_AUTO_UPDATE: 'true',
  ZSH_TMUX_AUTOSTART: 'false',
  ZSH_TMUX_AUTOSTARTED: 'true',
};

/** Variables that programs get as Parley was started with them, whatever the shell has. */
const asStarted = ['TERM', 'COLUMNS', 'LINES', 'ELECTRON_RUN_AS_NODE', ...Object.keys(forStartup)];

function takenOver(read: Environment, started: Environment): Environment {
  const isTaken = (name: string) => !ofShell.has(name) && !asStarted.includes(name);
  return Object.fromEntries([
    ...Object.entries(read).filter(([name]) => isTaken(name)),
    ...Object.entries(started).filter(([name]) => asStarted.includes(name)),
  ]);
}

type Attempt = { ok: true; environment: Environment } | { ok: false; reason: LoginProblem['reason'] };

type AttemptOptions = {
  shell: Shell;
  invocation: Invocation;
  /** Stands before and after the environment in the output. */
  mark: string;
  env: Environment;
  after: StartTimer;
};

function read({ shell, invocation, mark, env, after }: AttemptOptions): Promise<Attempt> {
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  const marker = randomUUID();
  const child = start(shell, invocation, withMarker(env, marker));
  const group = child.pid ?? null;
  const hasEnded = endAtExit({ group, marker });
  const state = { text: '', isRead: false, hasExited: false, isOver: false };
  const end = (left: CommandProcesses) => {
    if (state.isOver) return;
    state.isOver = true;
    callOff();
    void endProcesses(left).finally(() => {
      child.stdout?.destroy();
      hasEnded();
    });
  };
  const fail = (reason: LoginProblem['reason']) => {
    resolve({ ok: false, reason });
    end({ group, marker });
  };
  const callOff = after(patience, () => {
    if (state.isRead) end({ group, marker: null });
    else fail({ type: state.hasExited ? 'ended' : 'timed-out' });
  });
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    if (state.isRead || state.isOver) return;
    state.text += chunk;
    const found = environmentIn(state.text, mark, chunk.length);
    if (found === 'unreadable') fail({ type: 'unreadable' });
    else if (found !== undefined) {
      state.isRead = true;
      resolve({ ok: true, environment: found });
      if (state.hasExited) end({ group, marker: null });
    } else if (state.text.length > longestOutput) fail({ type: 'endless-output' });
  });
  child.once('exit', () => {
    state.hasExited = true;
    // Not before: it may be writing its history. What it left running may hold its output open.
    if (state.isRead) end({ group, marker: null });
    else void endProcesses({ group, marker: null });
  });
  child.once('close', () => fail({ type: 'ended' }));
  child.once('error', (error) => fail({ type: 'not-started', problem: messageOf(error) }));
  return promise;
}

function start({ file }: Shell, { args, argv0, input }: Invocation, env: Environment): ChildProcess {
  const child = spawn(file, [...args], {
    ...(argv0 !== undefined && { argv0 }),
    // Without TERM, bash has `dumb`, for which startup files return early.
    env: { TERM: 'xterm-256color', ...env, ...forStartup, ELECTRON_RUN_AS_NODE: '1' },
    // A service may have no home folder.
    cwd: existsSync(homedir()) ? homedir() : '/',
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    detached: true,
  });
  // A shell that ends early does not read its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return child;
}

/** Returns what stands between two marks, of which the last may be in the last `added` characters. */
function environmentIn(text: string, mark: string, added: number): Environment | 'unreadable' | undefined {
  if (!text.includes(mark, text.length - added - mark.length)) return undefined;
  const [, between, ...rest] = text.split(mark);
  if (between === undefined || rest.length === 0) return undefined;
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(between));
  } catch {
    return 'unreadable';
  }
}
