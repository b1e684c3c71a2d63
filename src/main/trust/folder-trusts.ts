import type { Finding, FolderTrust, TrustOverview } from '../../shared/trust/folder-trust.ts';
import { join, relative, resolve, sep } from 'node:path';
import { isAtOrUnder } from '../folder/data-folder.ts';
import { identityOf, isKnownFolderNow } from '../folder/folder-handle.ts';
import type { StoredTrust, TrustStore } from '../storage/trust-store.ts';
import type { PlacedWorktree } from '../storage/worktree-store.ts';
import { type Look, lookAtFolder, lookAtOwnTools } from './look-at-folder.ts';
import { readTrusted } from './trusted-file.ts';

export type FolderTrustsDeps = {
  store: TrustStore;
  /** Parley's data folder, with the person's own tools. */
  dataDir: string;
  /** Returns the worktree that a chat's folder lies in; undefined for any other folder. */
  worktreeAt: (folder: string) => Worktree | undefined;
  /** Called after a look or decision that changed the state of a folder. */
  onChange: (trust: FolderTrust) => void;
  now: () => number;
};

/**
 * Decides which folders' servers, tools, slash commands, skills and git configuration may be used, and the person's own
 * tools. A decision holds for the folder at its path, by device and inode, and for the files that were shown with
 * it.
 */
export class FolderTrusts {
  readonly #deps: FolderTrustsDeps;
  /** The last states, by folder and then by agent; null is Parley itself. */
  readonly #known = new Map<string, Map<string | null, FolderTrust>>();

  constructor(deps: FolderTrustsDeps) {
    this.#deps = deps;
  }

  /**
   * Looks at a folder, by its absolute path, without running anything of it, and returns its state. `agent` is
   * the external agent that would be started in it, by its stored name; without one it is about Parley alone.
   */
  async of(folder: string, agent: string | null = null): Promise<FolderTrust> {
    const trust = this.#judge(folder, agent, await this.#look(folder, agent));
    const known = this.#known.get(folder) ?? new Map<string | null, FolderTrust>();
    this.#known.set(folder, known);
    const before = known.get(agent);
    known.set(agent, trust);
    if (before?.state !== trust.state || before.fingerprint !== trust.fingerprint) this.#deps.onChange(trust);
    return trust;
  }

  /** True where the folder's current content may be used. */
  async isTrusted(folder: string): Promise<boolean> {
    return (await this.of(folder)).state === 'trusted';
  }

  /**
   * Returns the text of a file of a trusted folder, by its relative path, exactly as it was trusted; undefined
   * where the folder is not trusted, or the file was not shown.
   */
  async read(folder: string, file: string): Promise<string | undefined> {
    const hash = this.#seen(folder)?.hashOf(file);
    if (hash === undefined || !(await this.isTrusted(folder))) return undefined;
    return readTrusted(folder, file, hash);
  }

  /**
   * Stores the person's decision about what they saw; false where the content is different now. A yes keeps an
   * earlier yes from a chat with another agent.
   */
  async decide({ folder, agent, fingerprint }: DecidedLook, trusted: boolean): Promise<boolean> {
    const { store, now } = this.#deps;
    const look = await this.#look(folder, agent);
    const identity = identityOf(folder);
    const isSame = look.fingerprint === fingerprint;
    if (isSame && identity !== undefined && !(trusted && isUnseen(look))) {
      const before = this.#decision(folder);
      const files = {
        ...(trusted && before?.trusted === true && before.files),
        ...Object.fromEntries(look.files),
      };
      store.save({ folder, identity, trusted, files, decidedAt: now() });
    }
    await this.#lookAgain(folder);
    return isSame;
  }

  /** Removes a decision: the folder asks again. */
  async forget(folder: string): Promise<void> {
    this.#deps.store.remove(folder);
    await this.#lookAgain(folder);
  }

  async #lookAgain(folder: string): Promise<void> {
    for (const agent of new Set([null, ...(this.#known.get(folder)?.keys() ?? [])]))
      await this.of(folder, agent);
  }

  #look(folder: string, agent: string | null): Promise<Look> {
    return folder === this.#deps.dataDir ? lookAtOwnTools(folder) : lookAtFolder(folder, agent);
  }

  /**
   * Returns the decision about a folder, with the hash of each file as it was shown. A worktree without a decision of its
   * own has that of the folder that it was made from, as far as the same files stand in it.
   */
  #seen(folder: string): Seen | undefined {
    const own = this.#decision(folder);
    if (own !== undefined) return { decision: own, hashOf: (file) => own.files[file] };
    const worktree = this.#deps.worktreeAt(folder);
    const decision = worktree && this.#decision(worktree.origin);
    if (worktree === undefined || decision === undefined) return undefined;
    const hashOf = (file: string) => {
      const path = originalPath(worktree, resolve(folder, file));
      return decision.files[relative(worktree.origin, path)];
    };
    return { decision, hashOf };
  }

  #decision(folder: string): StoredTrust | undefined {
    const decision = this.#deps.store.get(folder);
    return decision !== undefined && isKnownFolderNow({ path: folder, identity: decision.identity })
      ? decision
      : undefined;
  }

  #judge(folder: string, agent: string | null, look: Look): FolderTrust {
    const { findings, files, fingerprint } = look;
    const { decision, hashOf } = this.#seen(folder) ?? {};
    const changed = [...files].flatMap(([file, hash]) => (hashOf?.(file) === hash ? [] : [file]));
    const common = { folder, agent, fingerprint, findings };
    if (decision !== undefined && changed.length === 0 && !(decision.trusted && isUnseen(look)))
      return { ...common, state: decision.trusted ? 'trusted' : 'declined', changed: [] };
    const state = findings.some((finding) => asksFor(finding, agent)) ? 'asks' : 'none';
    return { ...common, state, changed: decision?.trusted === true ? changed : [] };
  }
}

type Seen = { decision: StoredTrust; hashOf: (file: string) => string | undefined };

type Worktree = Pick<PlacedWorktree, 'origin' | 'originRoot' | 'originGit' | 'commonDir' | 'root'>;

/** Returns the path that a file of a worktree has in the work tree that it was made from; that of any other file is its own. */
function originalPath({ root, originRoot, originGit, commonDir }: Worktree, path: string): string {
  if (isAtOrUnder(path, root)) return join(originRoot, relative(root, path));
  const [entries, name, ...within] = relative(commonDir, path).split(sep);
  return entries === 'worktrees' && name !== undefined ? join(originGit, ...within) : path;
}

/** A folder as it was shown, for an agent or for Parley alone. */
type DecidedLook = Pick<FolderTrust, 'folder' | 'agent' | 'fingerprint'>;

/** True where a file of the agent could not be checked, which no yes can cover. */
function isUnseen({ findings }: Look): boolean {
  return findings.some(({ type }) => type === 'agent-file-unseen');
}

/** The trust of folders for the rest of Parley. */
export type Trust = Pick<FolderTrusts, 'of' | 'isTrusted' | 'read' | 'decide' | 'forget'> & {
  /** The decisions, and the folders that ask now. */
  overview(): TrustOverview;
  /** Has a folder looked at, so that windows know whether it asks. */
  look(folder: string, agent: string | null): void;
  /** Calls the listener with every folder whose state changed; returns a function that unsubscribes. */
  subscribe(listener: (trust: FolderTrust) => void): () => void;
};

/** True for what would be used. Git alone asks only for an agent, which runs git unprotected. */
function asksFor({ type }: Finding, agent: string | null): boolean {
  switch (type) {
    case 'server-command':
    case 'server-address':
    case 'tool':
    case 'slash-command':
    case 'skill':
    case 'agent-file':
    case 'agent-file-unseen':
      return true;
    case 'git-setting':
      return agent !== null;
    case 'not-used':
      return false;
  }
}
