import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxManager as Manager } from '@anthropic-ai/sandbox-runtime';
import type { ConfinementRefusal } from '../../shared/permissions/permission.ts';
import type { UnconfinedReason } from '../../shared/permissions/unconfined-reason.ts';
import type { CommandEnding } from '../../shared/transcript/command-run.ts';
import type { DataFolder } from '../folder/data-folder.ts';
import type { Environment } from './command-environment.ts';
import { meansOf } from './confinement-means.ts';
import { deniedHosts, refusalOf } from './confinement-refusal.ts';
import type { KeptOutput } from './kept-lines.ts';
import type { Program } from './person-shell.ts';
import { hasSettings } from './settings-folder.ts';
import { type Bounds, literally, type WrapFolders, wrapProgram } from './wrap-program.ts';

export type ConfinementParts = Pick<WrapFolders, 'temporary'> & {
  /** Parley's data folder, into which no confined command sees. */
  dataFolder: DataFolder;
  /** The environment of this process; `PARLEY_CONFINEMENT=off` in it leaves all commands unconfined. */
  env: Environment;
  report: (error: unknown) => void;
};

/** A program that runs confined, and what to do about it when it has ended. */
export type ConfinedProgram = {
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
