import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { SandboxManager as Manager } from '@anthropic-ai/sandbox-runtime';
import type { ConfinementRefusal } from '../../shared/permissions/permission.ts';
import type { CommandEnding } from '../../shared/transcript/command-run.ts';
import type { KeptOutput } from './kept-lines.ts';
import type { Program } from './person-shell.ts';

export type ConfinementParts = {
  /** The environment of this process; `PARLEY_CONFINEMENT=off` in it leaves all commands unconfined. */
  env: Record<string, string | undefined>;
  /** Folders that no confined command sees into. */
  hidden: readonly string[];
  /** Folders for temporary files, which each may write in; those of the system by default. */
  temporary?: readonly string[];
  report: (error: unknown) => void;
};

/** What a command may do: write below `root`, an absolute path, and reach hosts by their names. */
export type Bounds = { root: string; hosts: readonly string[] };

/** A program that runs confined, and what to do about it when it has ended. */
export type ConfinedProgram = {
  program: Program;
  /** Returns what was refused; undefined where nothing is known to be. To be called once, at the end. */
  ended: (ending: CommandEnding, output: KeptOutput) => ConfinementRefusal | undefined;
};

type Sandbox = typeof Manager;

/** How a program says that it may not write somewhere; on macOS that is how it says many a thing. */
const noWriting =
  process.platform === 'darwin' ? /operation not permitted|EPERM/i : /read-only file system|EROFS/i;

/** How a program says that there is no network, which asked nobody for it by name. */
const noNetwork =
  /EAI_AGAIN|ENETUNREACH|network is unreachable|(?:could not|unable to) resolve host|temporary failure in name resolution|name or service not known/i;

/** The lines at either end of an output in which a refusal is looked for. */
const looked = 400;

/**
 * Keeps commands in their folder by the means of the machine: bubblewrap on Linux, `sandbox-exec` on macOS. Its
 * library is loaded with the first command, and only where these are.
 */
export class Confinement {
  readonly #parts: ConfinementParts;
  #sandbox: Promise<Sandbox | null> | undefined;
  #running = 0;

  constructor(parts: ConfinementParts) {
    this.#parts = parts;
  }

  /** Says if this machine can confine a command; tried once. */
  async isThere(): Promise<boolean> {
    return (await this.#open()) !== null;
  }

  /** Returns a program confined. Rejects where this machine can't, or the folder can't be closed off. */
  async confine(program: Program, cwd: string, bounds: Bounds): Promise<ConfinedProgram> {
    const sandbox = await this.#open();
    if (sandbox === null) throw new Error('This machine cannot confine commands.');
    const id = randomBytes(24).toString('base64url');
    const wrapped = await this.#wrap(sandbox, { program, cwd, bounds, id });
    if (bounds.hosts.length > 0)
      sandbox.registerCommandNetworkLists(id, { allowedDomains: [...bounds.hosts] });
    this.#running += 1;
    return {
      program: wrapped,
      ended: (ending, output) => {
        const refused = refusalOf(deniedHosts(sandbox, id), ending, output);
        sandbox.unregisterCommandNetworkLists(id);
        this.#running -= 1;
        // What it put in the way of files that are not there is shared by those that run.
        if (this.#running === 0) sandbox.cleanupAfterCommand();
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
    const { env, hidden } = this.#parts;
    if (env['PARLEY_CONFINEMENT'] === 'off') return null;
    const means = await meansOf(env);
    if (means === null) return null;
    const { SandboxManager: sandbox } = await import('@anthropic-ai/sandbox-runtime');
    const { errors, warnings } = sandbox.checkDependencies();
    // Without its filter of system calls, sockets of the machine's services are a way out.
    const hasGap = warnings.some((warning) => warning.includes('seccomp'));
    if (!sandbox.isSupportedPlatform() || errors.length > 0 || hasGap) return null;
    await sandbox.initialize({
      ...means,
      network: { allowedDomains: [], deniedDomains: [] },
      filesystem: { denyRead: hidden.map(literally), allowWrite: [], denyWrite: [] },
    });
    const program = { file: '/bin/sh', args: ['-c', 'exit 7'], env };
    const bounds = { root: tmpdir(), hosts: [] };
    const tried = await this.#wrap(sandbox, { program, cwd: tmpdir(), bounds, id: 'tried-out' });
    if ((await exitCodeOf(tried)) === 7) return sandbox;
    await sandbox.reset();
    return null;
  }

  async #wrap(
    sandbox: Sandbox,
    { program, cwd, bounds, id }: { program: Program; cwd: string; bounds: Bounds; id: string },
  ): Promise<Program> {
    const { hidden, temporary = [tmpdir(), '/tmp', '/var/tmp'] } = this.#parts;
    const { root } = bounds;
    const filesystem = {
      denyRead: hidden.map(literally),
      allowWrite: [root, ...temporary.filter((folder) => existsSync(folder))].map(literally),
      // What git runs, and what tells it to.
      denyWrite: ['hooks', 'config']
        .map((name) => join(root, '.git', name))
        .filter((path) => existsSync(path))
        .map(literally),
    };
    const words = [program.file, ...program.args].map(quoted).join(' ');
    const line = `TMPDIR=${quoted(temporary[0] ?? tmpdir())}; export TMPDIR; exec ${words}`;
    const options = { commandId: id };
    const wrapped = await sandbox.wrapWithSandboxArgv(
      line,
      '/bin/sh',
      { filesystem },
      undefined,
      cwd,
      options,
    );
    const [file = '', ...args] = wrapped.argv;
    const added = Object.entries(wrapped.env).filter(([name, value]) => process.env[name] !== value);
    return { file, args, env: { ...program.env, ...Object.fromEntries(added) } };
  }
}

/** An entry that is a path and never a pattern. */
function literally(path: string): { path: string; literal: true } {
  return { path, literal: true };
}

/** A word in the quotes of a shell, in which nothing has a meaning. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns where the programs are that confine a command; null where there are none. */
async function meansOf(
  env: Record<string, string | undefined>,
): Promise<{ bwrapPath?: string; socatPath?: string } | null> {
  if (process.platform === 'darwin') return {};
  if (process.platform !== 'linux') return null;
  const bwrapPath = await programIn(env, 'bwrap');
  const socatPath = await programIn(env, 'socat');
  return bwrapPath === undefined || socatPath === undefined ? null : { bwrapPath, socatPath };
}

async function programIn(env: Record<string, string | undefined>, name: string): Promise<string | undefined> {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    const isThere = isAbsolute(folder) && (await access(path, constants.X_OK).then(yes, () => false));
    if (isThere) return path;
  }
  return undefined;
}

const yes = () => true;

async function exitCodeOf({ file, args, env }: Program): Promise<number | null> {
  const { spawn } = await import('node:child_process');
  const child = spawn(file, [...args], { env, stdio: 'ignore', timeout: 10_000 });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

/** Returns the hosts that a command asked for and did not get, once each. */
function deniedHosts(sandbox: Sandbox, id: string): string[] {
  const lines = sandbox.getSandboxViolationStore().getViolationsForCommand(id);
  const hosts = lines.flatMap(({ line }) => /^deny network-outbound (.+?):\d+(?: |$)/.exec(line)?.[1] ?? []);
  return [...new Set(hosts)].slice(0, 20);
}

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
