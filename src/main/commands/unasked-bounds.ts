import { existsSync, statSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UnaskedFindings } from '../../shared/transcript/command-run.ts';
import { isAtOrUnder } from '../folder/data-folder.ts';
import { type Environment, withoutSecrets } from './command-environment.ts';
import { keysAtHome } from './keys-at-home.ts';
import { newlyProtected, type ProtectedInFolder, protectedInFolder } from './protected-in-folder.ts';

/** Folders for temporary files that all programs share. */
const sharedTemporary = ['/tmp', '/var/tmp', '/dev/shm'];

/** Where the system puts what belongs to a session: sockets, keys, other file systems. */
const ofSession = ['/run/user', '/run/secrets', '/run/credentials', '/mnt/wslg'];

/** The most names of files that a command's result lists. */
const mostNames = 20;

/**
 * What a command may not touch for which nobody is asked: less than any other confined one. It has a folder of its own
 * for temporary files, and sees neither those of others nor keys, sessions, git's files or the secrets of its folder.
 */
export class UnaskedBounds {
  readonly #root: string;
  readonly #protected: ProtectedInFolder;
  readonly #keys: readonly string[];
  /** Its folder for temporary files, removed by `close`. */
  readonly temporary: string;

  private constructor(root: string, found: ProtectedInFolder, keys: readonly string[], temporary: string) {
    this.#root = root;
    this.#protected = found;
    this.#keys = keys;
    this.temporary = temporary;
  }

  /** Returns the bounds for a folder, given by its real path; undefined where it can't be closed off as much. */
  static async of(root: string, env: Environment): Promise<UnaskedBounds | undefined> {
    const found = await looked(root, env);
    if (found === undefined) return undefined;
    const temporary = await mkdtemp(join(await realpath(tmpdir()), 'parley-command-'));
    return new UnaskedBounds(root, found.inFolder, found.keys, temporary);
  }

  /** True where a command can be held in these bounds, as things are now. */
  static async canBe(root: string, env: Environment): Promise<boolean> {
    return (await looked(root, env)) !== undefined;
  }

  /** `shared` are further folders for temporary files; `own` is what the sandbox itself needs of what is hidden. */
  filesystem({ shared, own }: { shared: readonly string[]; own: readonly string[] }) {
    const { unreadable, unchanged } = this.#protected;
    const temporary = [tmpdir(), ...sharedTemporary, ...shared].filter((path) => existsSync(path));
    const session = [...ofSession, `/run/user/${userInfo().uid}`].filter((path) => existsSync(path));
    const hidden = [...temporary, ...session];
    return {
      unreadable: [...hidden, ...this.#keys, ...unreadable],
      readable: own.filter((path) => hidden.some((folder) => isAtOrUnder(path, folder))),
      writable: [this.#root, this.temporary],
      unchanged,
    };
  }

  environment(env: Environment): Environment {
    return { ...withoutSecrets(env), TMPDIR: this.temporary, TMP: this.temporary, TEMP: this.temporary };
  }

  /** Files that it did not see, relative to the folder; git's own are not among them. */
  unseen(): string[] {
    const names = this.#protected.unreadable.filter(
      (path) => isAtOrUnder(path, this.#root) && !path.split('/').includes('.git'),
    );
    return names.map((path) => relative(this.#root, path)).toSorted();
  }

  /** True if a line of the output names a file that it did not see, or says that one was kept as it is. */
  refuses(text: string): boolean {
    if (/not a git repository|EBUSY|device or resource busy/i.test(text)) return true;
    return this.unseen().some((name) => text.includes(basename(name)));
  }

  /** Removes its temporary files, and looks what the command made of protected files. To be called once, at the end. */
  async close(): Promise<UnaskedFindings> {
    await rm(this.temporary, { recursive: true, force: true, maxRetries: 2 });
    const after = await protectedInFolder(this.#root);
    const made = after === undefined ? [] : newlyProtected(this.#root, this.#protected, after);
    return { unseen: this.unseen().slice(0, mostNames), made: made.slice(0, mostNames) };
  }
}

async function looked(
  root: string,
  env: Environment,
): Promise<{ inFolder: ProtectedInFolder; keys: string[] } | undefined> {
  // Elsewhere it has not been tried.
  if (process.platform !== 'linux') return undefined;
  const { paths: keys, isLinkedElsewhere } = keysAtHome(env);
  if (isLinkedElsewhere) return undefined;
  const inFolder = await protectedInFolder(root);
  return inFolder && { inFolder, keys };
}

/** Returns the folder of the sandbox's library, whose programs run in the sandbox too. */
export function libraryFolders(): string[] {
  const file = fileURLToPath(import.meta.resolve('@anthropic-ai/sandbox-runtime'));
  const folder = dirname(dirname(file));
  return [folder, folder.replace(/\.asar(?=\/)/, '.asar.unpacked')].filter(
    (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  );
}
