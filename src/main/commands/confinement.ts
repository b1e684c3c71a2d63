import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { SandboxManager as Manager, SandboxManager } from '@anthropic-ai/sandbox-runtime';
import type { ConfinementRefusal } from '../../shared/permissions/permission.ts';
import type { ConfinementState } from '../../shared/permissions/tried-command.ts';
import type { UnconfinedReason } from '../../shared/permissions/unconfined-reason.ts';
import type { CommandEnding, UnaskedFindings } from '../../shared/transcript/command-run.ts';
import { type DataFolder, isAtOrUnder } from '../folder/data-folder.ts';
import type { Environment } from './command-environment.ts';
import { meansOf } from './confinement-means.ts';
import { gitFoldersAround, gitPaths, repositoryPaths } from './git-paths.ts';
import type { KeptOutput } from './kept-lines.ts';
import type { Program } from './person-shell.ts';
import { hasSettings } from './settings-folder.ts';
import { libraryFolders, UnaskedBounds } from './unasked-bounds.ts';

export type ConfinementDeps = Pick<WrapFolders, 'temporary'> & {
  /** Parley's data folder, hidden from confined commands. */
  dataFolder: DataFolder;
  /** `PARLEY_CONFINEMENT=off` leaves all commands unconfined. */
  env: Environment;
  report: (error: unknown) => void;
};

/** A confined program, and what to do when it has ended. */
export type ConfinedProgram = {
  program: Program;
  /** Returns what was refused; undefined where nothing is known. To be called once, at the end. */
  ended: (ending: CommandEnding, output: KeptOutput) => ConfinementRefusal | undefined;
  /** For one that nobody was asked about: what it found and left. To be called after `ended`, once. */
  findings?: () => Promise<UnaskedFindings>;
};

type Sandbox = typeof Manager;

/** `unconfined` says why a command is not confined, unless the person wants that. */
export type Confinability = { confined: true } | { confined: false; unconfined?: UnconfinedReason };

/**
 * Confines commands to their folder: by bubblewrap on Linux, `sandbox-exec` on macOS. The library is loaded with
 * the first command, and only where these exist.
 */
export class Confinement {
  readonly #deps: ConfinementDeps;
  #sandbox: Promise<Sandbox | null> | undefined;

  constructor(deps: ConfinementDeps) {
    this.#deps = deps;
  }

  /** Returns whether commands can be confined on this machine, which is tried once; `again` forgets that they couldn't. */
  async state(again = false): Promise<ConfinementState> {
    const means = meansOf(this.#deps.env);
    if (means.type === 'off') return { type: 'off' };
    if (means.type !== 'there') return { type: 'unconfined', reason: means };
    if (again && (await this.#sandbox) === null) this.#sandbox = undefined;
    if ((await this.#open()) !== null) return { type: 'works', unasked: process.platform === 'linux' };
    // Only on Linux a refusal means that namespaces are not allowed.
    const type = process.platform === 'linux' ? 'not-allowed' : 'no-means';
    return { type: 'unconfined', reason: { type } };
  }

  /** Returns whether a command can be confined to a folder, given by its real path. */
  async canConfine(root: string): Promise<Confinability> {
    const { env, dataFolder } = this.#deps;
    const isOfSettings = !dataFolder.isChatFolder(root) && hasSettings(root, env);
    if (isOfSettings && meansOf(env).type === 'there')
      return { confined: false, unconfined: { type: 'settings' } };
    const state = await this.state();
    switch (state.type) {
      case 'works':
        return { confined: true };
      case 'off':
        return { confined: false };
      case 'unconfined':
        return { confined: false, unconfined: state.reason };
    }
  }

  /**
   * Returns whether a command can be confined to a folder so that nobody needs to be asked. `env` is the environment
   * that it runs with.
   */
  async canConfineUnasked(root: string, env: Environment): Promise<boolean> {
    return (await this.canConfine(root)).confined && UnaskedBounds.canBe(root, env);
  }

  /** Returns a confined program. Rejects where this machine can't, or the folder can't be closed off. */
  async confine(program: Program, cwd: string, bounds: Bounds): Promise<ConfinedProgram> {
    const sandbox = await this.#open();
    const { dataFolder, temporary } = this.#deps;
    if (sandbox === null) throw new Error('This machine cannot confine commands.');
    if (!dataFolder.isInPlace())
      throw new Error(`The folder ${dataFolder.path} is not where it was. Start Parley anew.`);
    const id = randomBytes(24).toString('base64url');
    const unasked = bounds.unasked ? await UnaskedBounds.of(bounds.root, program.env) : undefined;
    if (bounds.unasked && unasked === undefined)
      throw new Error('This folder has changed, so that its commands can’t be confined without asking.');
    const wrapped = await wrapProgram(
      sandbox,
      { program, cwd, bounds, id },
      { hidden: dataFolder.paths(), temporary, unasked },
    );
    if (bounds.hosts.length > 0)
      sandbox.registerCommandNetworkLists(id, { allowedDomains: [...bounds.hosts] });
    return {
      program: wrapped,
      ended: (ending, output) => {
        const refused = refusalOf(deniedHosts(sandbox, id), { ending, output, unasked });
        sandbox.unregisterCommandNetworkLists(id);
        // Exactly once for each command: the library counts the running ones, which share its placeholders for
        // missing files.
        sandbox.cleanupAfterCommand();
        return refused;
      },
      ...(unasked && { findings: () => unasked.close() }),
    };
  }

  /** Stops the services for confined commands, of which none may run any more. */
  async close(): Promise<void> {
    const sandbox = await this.#sandbox;
    await sandbox?.reset();
  }

  #open(): Promise<Sandbox | null> {
    this.#sandbox ??= this.#tryOut().catch((error: unknown) => {
      this.#deps.report(error);
      return null;
    });
    return this.#sandbox;
  }

  async #tryOut(): Promise<Sandbox | null> {
    const { env, dataFolder, temporary } = this.#deps;
    const means = meansOf(env);
    if (means.type !== 'there') return null;
    const { SandboxManager: sandbox } = await import('@anthropic-ai/sandbox-runtime');
    const { errors, warnings } = sandbox.checkDependencies(noSearch);
    // Without the seccomp filter, sockets of system services are a way out.
    const hasGap = warnings.some((warning) => warning.includes('seccomp'));
    if (!sandbox.isSupportedPlatform() || errors.length > 0 || hasGap) return null;
    const hidden = dataFolder.paths();
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
 * The library would search for settings of shells and git with ripgrep, below the folder that Parley was started
 * in. `gitPlaces` looks in the chat's folder instead, so the search is disabled.
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

/** How programs report that they may not write; on macOS other failures read the same. */
const noWriting =
  process.platform === 'darwin' ? /operation not permitted|EPERM/i : /read-only file system|EROFS/i;

/** How programs report that there is no network, if they named no host. */
const noNetwork =
  /EAI_AGAIN|ENETUNREACH|network is unreachable|(?:could not|unable to) resolve host|temporary failure in name resolution|name or service not known/i;

/** How many lines at either end of an output are searched for a refusal. */
const looked = 400;

type Ended = { ending: CommandEnding; output: KeptOutput; unasked: UnaskedBounds | undefined };

/** Returns what was refused to a command, from the hosts it did not get and its output. */
function refusalOf(
  hosts: string[],
  { ending, output: { head, tail }, unasked }: Ended,
): ConfinementRefusal | undefined {
  const failed = ending.type !== 'exited' || ending.code !== 0;
  const lines = failed
    ? [...head.slice(0, looked), ...head.slice(looked).slice(-looked), ...tail.slice(-looked)]
    : [];
  const says = (words: RegExp) => lines.some(({ text }) => words.test(text));
  const network = hosts.length > 0 || says(noNetwork);
  const files = says(noWriting) || (unasked !== undefined && lines.some(({ text }) => unasked.refuses(text)));
  if (!network && !files) return undefined;
  return { hosts, network, files, ...(unasked && { unasked: true }) };
}

/** Returns the hosts that a command requested and did not get, each once. */
function deniedHosts(sandbox: typeof SandboxManager, id: string): string[] {
  const lines = sandbox.getSandboxViolationStore().getViolationsForCommand(id);
  const hosts = lines.flatMap(({ line }) => /^deny network-outbound (.+?):\d+(?: |$)/.exec(line)?.[1] ?? []);
  return [...new Set(hosts)].slice(0, 20);
}

/**
 * A confined command may write below `root`, an absolute path, and reach `hosts`; nothing where it only reads.
 * `unasked` for one that nobody was asked about.
 */
export type Bounds = { root: string; hosts: readonly string[]; readOnly?: true; unasked?: true };

type WrapFolders = {
  /** Folders hidden from confined commands. */
  hidden: readonly string[];
  /** Folders for temporary files, which every command may write in; by default the system's. */
  temporary?: readonly string[] | undefined;
  /** Narrower bounds, for a command that nobody was asked about. */
  unasked?: UnaskedBounds | undefined;
};

/** `id` identifies the program to the sandbox. */
type ProgramToWrap = { program: Program; cwd: string; bounds: Bounds; id: string };

/** Returns a program confined to its folder. */
async function wrapProgram(
  sandbox: typeof SandboxManager,
  { program, cwd, bounds, id }: ProgramToWrap,
  folders: WrapFolders,
): Promise<Program> {
  const { root } = bounds;
  const { unasked } = folders;
  const env = unasked?.environment(program.env) ?? program.env;
  const shared = folders.temporary ?? [tmpdir(), '/tmp', '/var/tmp'];
  const temporary = unasked === undefined ? shared : [unasked.temporary];
  const writable = temporary.filter((folder) => existsSync(folder));
  const kept = [
    ...(await gitPaths(root, env)),
    ...(await gitFoldersAround(root, writable)),
    ...writable.flatMap(repositoryPaths),
    ...programFolders(root, env),
  ];
  const limits = unasked?.filesystem({ shared, own: ownFiles(sandbox) });
  const filesystem = {
    denyRead: [...folders.hidden, ...(limits?.unreadable ?? [])].map(literally),
    allowRead: (limits?.readable ?? []).map(literally),
    allowWrite: bounds.readOnly === true ? [] : [root, ...writable].map(literally),
    denyWrite: [...new Set([...kept, ...(limits?.unchanged ?? [])])].map(literally),
  };
  const words = [program.file, ...program.args].map(quoted).join(' ');
  const line = `TMPDIR=${quoted(temporary[0] ?? tmpdir())}; export TMPDIR; exec ${words}`;
  const config = { filesystem, ...(limits && { credentials: { files: sharedByLibrary() } }) };
  const wrapped = await sandbox.wrapWithSandboxArgv(line, '/bin/sh', config, undefined, cwd, {
    commandId: id,
  });
  const [file = '', ...args] = wrapped.argv;
  const added = Object.entries(wrapped.env).filter(([name, value]) => process.env[name] !== value);
  return { file, args: args.map(apartFromSession), env: { ...env, ...Object.fromEntries(added) } };
}

/** Paths that the library needs inside, wherever they are. */
function ownFiles(sandbox: typeof SandboxManager): string[] {
  const sockets = [sandbox.getLinuxHttpSocketPath(), sandbox.getLinuxSocksSocketPath()];
  return [...libraryFolders(), ...sockets.filter((path) => path !== undefined)];
}

/** The library lets every command write in a folder of this name, where there is one; a deny of this kind wins. */
function sharedByLibrary(): { path: string; mode: 'deny' }[] {
  return ['/tmp/claude'].filter((path) => existsSync(path)).map((path) => ({ path, mode: 'deny' as const }));
}

/** The library leaves shared memory and message queues of the person's other programs within reach. */
function apartFromSession(word: string): string {
  return process.platform === 'linux'
    ? word.replace(' --new-session ', ' --unshare-ipc --unshare-uts --new-session ')
    : word;
}

/** Folders of the `PATH` in a folder: whoever runs a program by name runs theirs. */
function programFolders(root: string, { PATH = '' }: Program['env']): string[] {
  return PATH.split(delimiter).filter(
    (folder) => isAbsolute(folder) && folder !== root && isAtOrUnder(folder, root) && existsSync(folder),
  );
}

/** A path that is not read as a pattern. */
function literally(path: string): { path: string; literal: true } {
  return { path, literal: true };
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
