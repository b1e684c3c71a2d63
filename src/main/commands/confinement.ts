import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { SandboxManager as Manager } from '@anthropic-ai/sandbox-runtime';
import type { ConfinementRefusal } from '../../shared/permissions/permission.ts';
import type { CommandEnding } from '../../shared/transcript/command-run.ts';
import { meansOf } from './confinement-means.ts';
import { deniedHosts, refusalOf } from './confinement-refusal.ts';
import type { KeptOutput } from './kept-lines.ts';
import type { Program } from './person-shell.ts';
import { type Bounds, literally, type WrapFolders, wrapProgram } from './wrap-program.ts';

export type ConfinementParts = WrapFolders & {
  /** The environment of this process; `PARLEY_CONFINEMENT=off` in it leaves all commands unconfined. */
  env: Record<string, string | undefined>;
  report: (error: unknown) => void;
};

/** A program that runs confined, and what to do about it when it has ended. */
export type ConfinedProgram = {
  program: Program;
  /** Returns what was refused; undefined where nothing is known to be. To be called once, at the end. */
  ended: (ending: CommandEnding, output: KeptOutput) => ConfinementRefusal | undefined;
};

type Sandbox = typeof Manager;

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
    const wrapped = await wrapProgram(sandbox, { program, cwd, bounds, id }, this.#parts);
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
    const tried = await wrapProgram(
      sandbox,
      { program, cwd: tmpdir(), bounds, id: 'tried-out' },
      this.#parts,
    );
    if ((await exitCodeOf(tried)) === 7) return sandbox;
    await sandbox.reset();
    return null;
  }
}

async function exitCodeOf({ file, args, env }: Program): Promise<number | null> {
  const { spawn } = await import('node:child_process');
  const child = spawn(file, [...args], { env, stdio: 'ignore', timeout: 10_000 });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
