import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { SandboxManager as Manager, SandboxManager } from '@anthropic-ai/sandbox-runtime';
import type { ConfinementRefusal } from '../../shared/permissions/permission.ts';
import type { UnconfinedReason } from '../../shared/permissions/unconfined-reason.ts';
import type { CommandEnding } from '../../shared/transcript/command-run.ts';
import { type DataFolder, isAtOrUnder } from '../folder/data-folder.ts';
import type { Environment } from './command-environment.ts';
import { meansOf } from './confinement-means.ts';
import { gitPlaces, repositoryPlaces } from './git-places.ts';
import type { KeptOutput } from './kept-lines.ts';
import type { Program } from './person-shell.ts';
import { hasSettings } from './settings-folder.ts';

export type ConfinementParts = Pick<WrapFolders, 'temporary'> & {
  /** Parley's data folder, into which no confined command sees. */
  dataFolder: DataFolder;
  /** The environment of this process; `PARLEY_CONFINEMENT=off` in it leaves all commands unconfined. */
  env: Environment;
  report: (error: unknown) => void;
};

/** A program that runs confined, and what to do about it when it has ended. */
type ConfinedProgram = {
  program: Program;
  /** Returns what was refused; undefined where nothing is known to be. To be called once, at the end. */
  ended: (ending: CommandEnding, output: KeptOutput) => ConfinementRefusal | undefined;
};

type Sandbox = typeof Manager;

/** `unconfined` says why a command is not confined, where that is not the person's own wish. */
export type Confinability = { confined: true } | { confined: false; unconfined?: UnconfinedReason };

/**
 * Keeps commands in their folder by the means of the machine: bubblewrap on Linux, `sandbox-exec` on macOS. Its
 * library is loaded with the first command, and only where these are.
 */
export class Confinement {
  readonly #parts: ConfinementParts;
  #sandbox: Promise<Sandbox | null> | undefined;

  constructor(parts: ConfinementParts) {
    this.#parts = parts;
  }

  /** Says if a command in a folder, given by its real path, can be confined to it. The machine is tried once. */
  async canConfine(root: string): Promise<Confinability> {
    const { env, dataFolder } = this.#parts;
    const means = meansOf(env);
    if (means.type === 'off') return { confined: false };
    if (means.type !== 'there') return { confined: false, unconfined: means };
    if (!dataFolder.lends(root) && hasSettings(root, env))
      return { confined: false, unconfined: { type: 'settings' } };
    const sandbox = await this.#open();
    if (sandbox !== null) return { confined: true };
    // Namespaces are Linux's: elsewhere it is not they that are refused.
    const type = process.platform === 'linux' ? 'not-allowed' : 'no-means';
    return { confined: false, unconfined: { type } };
  }

  /** Returns a program confined. Rejects where this machine can't, or the folder can't be closed off. */
  async confine(program: Program, cwd: string, bounds: Bounds): Promise<ConfinedProgram> {
    const sandbox = await this.#open();
    const { dataFolder, temporary } = this.#parts;
    if (sandbox === null) throw new Error('This machine cannot confine commands.');
    if (!dataFolder.isInPlace())
      throw new Error(`The folder ${dataFolder.path} is not where it was. Start Parley anew.`);
    const id = randomBytes(24).toString('base64url');
    const wrapped = await wrapProgram(
      sandbox,
      { program, cwd, bounds, id },
      { hidden: dataFolder.places(), temporary },
    );
    if (bounds.hosts.length > 0)
      sandbox.registerCommandNetworkLists(id, { allowedDomains: [...bounds.hosts] });
    return {
      program: wrapped,
      ended: (ending, output) => {
        const refused = refusalOf(deniedHosts(sandbox, id), ending, output);
        sandbox.unregisterCommandNetworkLists(id);
        // Once for each command: the library counts those that run, which share what it put in the way of missing files.
        sandbox.cleanupAfterCommand();
        return refused;
      },
    };
  }

  /** Ends what serves confined commands; none may run any more. */
  async close(): Promise<void> {
    const sandbox = await this.#sandbox;
    await sandbox?.reset();
  }

  #open(): Promise<Sandbox | null> {
    this.#sandbox ??= this.#tryOut().catch((error: unknown) => {
      this.#parts.report(error);
      return null;
    });
    return this.#sandbox;
  }

  async #tryOut(): Promise<Sandbox | null> {
    const { env, dataFolder, temporary } = this.#parts;
    const means = meansOf(env);
    if (means.type !== 'there') return null;
    const { SandboxManager: sandbox } = await import('@anthropic-ai/sandbox-runtime');
    const { errors, warnings } = sandbox.checkDependencies(noSearch);
    // Without its filter of system calls, sockets of the machine's services are a way out.
    const hasGap = warnings.some((warning) => warning.includes('seccomp'));
    if (!sandbox.isSupportedPlatform() || errors.length > 0 || hasGap) return null;
    const hidden = dataFolder.places();
    await sandbox.initialize({
      ...means.programs,
      ripgrep: noSearch,
      network: { allowedDomains: [], deniedDomains: [] },
      filesystem: { denyRead: hidden.map(literally), allowWrite: [], denyWrite: [] },
    });
    const program = { file: '/bin/sh', args: ['-c', 'exit 7'], env };
    const root = await mkdtemp(join(tmpdir(), 'parley-'));
    const bounds = { root, hosts: [] };
    const tried = await wrapProgram(
      sandbox,
      { program, cwd: root, bounds, id: 'tried-out' },
      { hidden, temporary },
    );
    const code = await exitCodeOf(tried);
    sandbox.cleanupAfterCommand();
    await rm(root, { recursive: true, force: true });
    if (code === 7) return sandbox;
    await sandbox.reset();
    return null;
  }
}

/**
 * The library looks with ripgrep for settings of shells and git below the folder that Parley itself was started in.
 * `gitPlaces` looks in the folder of the chat, so that nothing is searched for and ripgrep is not needed.
 */
const noSearch = { command: '/bin/sh', args: ['-c', 'exit 0'] };

async function exitCodeOf({ file, args, env }: Program): Promise<number | null> {
  const { spawn } = await import('node:child_process');
  const child = spawn(file, [...args], { env, stdio: 'ignore', timeout: 10_000 });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

/** The ways a program says that it may not write somewhere; on macOS that is how it says many a thing. */
const noWriting =
  process.platform === 'darwin' ? /operation not permitted|EPERM/i : /read-only file system|EROFS/i;

/** The ways a program says that there is no network, which asked nobody for it by name. */
const noNetwork =
  /EAI_AGAIN|ENETUNREACH|network is unreachable|(?:could not|unable to) resolve host|temporary failure in name resolution|name or service not known/i;

/** The lines at either end of an output in which a refusal is looked for. */
const looked = 400;

/** Returns what was refused to a command, by the hosts that it did not get and the words of its output. */
function refusalOf(
  hosts: string[],
  ending: CommandEnding,
  { head, tail }: KeptOutput,
): ConfinementRefusal | undefined {
  const failed = ending.type !== 'exited' || ending.code !== 0;
  const lines = failed
    ? [...head.slice(0, looked), ...head.slice(looked).slice(-looked), ...tail.slice(-looked)]
    : [];
  const says = (words: RegExp) => lines.some(({ text }) => words.test(text));
  const network = hosts.length > 0 || says(noNetwork);
  const files = says(noWriting);
  return network || files ? { hosts, network, files } : undefined;
}

/** Returns the hosts that a command asked for and did not get, once each. */
function deniedHosts(sandbox: typeof SandboxManager, id: string): string[] {
  const lines = sandbox.getSandboxViolationStore().getViolationsForCommand(id);
  const hosts = lines.flatMap(({ line }) => /^deny network-outbound (.+?):\d+(?: |$)/.exec(line)?.[1] ?? []);
  return [...new Set(hosts)].slice(0, 20);
}

/** The rights of a confined command: to write below `root`, an absolute path, and reach hosts by their names. */
export type Bounds = { root: string; hosts: readonly string[] };

type WrapFolders = {
  /** Folders that no confined command sees into. */
  hidden: readonly string[];
  /** Folders for temporary files, which each may write in; those of the system by default. */
  temporary?: readonly string[] | undefined;
};

/** A program to run in `cwd`; `id` names it to the sandbox. */
type ProgramToWrap = { program: Program; cwd: string; bounds: Bounds; id: string };

/** Returns a program as it runs confined in its folder. */
async function wrapProgram(
  sandbox: typeof SandboxManager,
  { program, cwd, bounds: { root }, id }: ProgramToWrap,
  { hidden, temporary = [tmpdir(), '/tmp', '/var/tmp'] }: WrapFolders,
): Promise<Program> {
  const writable = temporary.filter((folder) => existsSync(folder));
  const kept = [
    ...(await gitPlaces(root, program.env)),
    ...writable.flatMap(repositoryPlaces),
    ...programFolders(root, program.env),
  ];
  const filesystem = {
    denyRead: hidden.map(literally),
    allowWrite: [root, ...writable].map(literally),
    denyWrite: [...new Set(kept)].map(literally),
  };
  const words = [program.file, ...program.args].map(quoted).join(' ');
  const line = `TMPDIR=${quoted(temporary[0] ?? tmpdir())}; export TMPDIR; exec ${words}`;
  const options = { commandId: id };
  const wrapped = await sandbox.wrapWithSandboxArgv(line, '/bin/sh', { filesystem }, undefined, cwd, options);
  const [file = '', ...args] = wrapped.argv;
  const added = Object.entries(wrapped.env).filter(([name, value]) => process.env[name] !== value);
  return { file, args, env: { ...program.env, ...Object.fromEntries(added) } };
}

/** The folders in a folder that programs are looked up in by their names, whoever runs them. */
function programFolders(root: string, { PATH = '' }: Program['env']): string[] {
  return PATH.split(delimiter).filter(
    (folder) => isAbsolute(folder) && folder !== root && isAtOrUnder(folder, root) && existsSync(folder),
  );
}

/** An entry that is a path and never a pattern. */
function literally(path: string): { path: string; literal: true } {
  return { path, literal: true };
}

/** A word in the quotes of a shell, in which nothing has a meaning. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
