import type { Finding, FolderTrust, TrustOverview } from '../../shared/trust/folder-trust.ts';
import { identityOf, isKnownFolderNow } from '../folder/folder-handle.ts';
import type { StoredTrust, TrustStore } from '../storage/trust-store.ts';
import { type Look, lookAtFolder, lookAtOwnTools } from './look-at-folder.ts';
import { readTrusted } from './trusted-file.ts';

export type FolderTrustsParts = {
  store: TrustStore;
  /** Parley's data folder, of which the person's own tools are decided about. */
  dataDir: string;
  /** Called after a look or a decision that left a folder in another state than the one before. */
  onChange: (trust: FolderTrust) => void;
  now: () => number;
};

/**
 * The folders whose servers, tools, slash commands and git configuration may be used, and the person's own tools in
 * the data folder. A decision holds for the
 * folder at its path, by device and inode, and for the files that were shown with it.
 */
export class FolderTrusts {
  readonly #parts: FolderTrustsParts;
  readonly #known = new Map<string, FolderTrust>();

  constructor(parts: FolderTrustsParts) {
    this.#parts = parts;
  }

  /** Looks at a folder, given by its absolute path, and says how it stands; nothing of it is run. */
  async of(folder: string): Promise<FolderTrust> {
    const trust = this.#judge(folder, await this.#look(folder));
    const before = this.#known.get(folder);
    this.#known.set(folder, trust);
    if (before?.state !== trust.state || before.fingerprint !== trust.fingerprint)
      this.#parts.onChange(trust);
    return trust;
  }

  /** True where what is in the folder now may be used. */
  async isTrusted(folder: string): Promise<boolean> {
    return (await this.of(folder)).state === 'trusted';
  }

  /**
   * Returns the text of a file of a trusted folder, by its path relative to it, just as it was trusted; undefined
   * where the folder is not trusted, or the file is none of those that were shown.
   */
  async read(folder: string, file: string): Promise<string | undefined> {
    const hash = this.#decision(folder)?.files[file];
    if (hash === undefined || !(await this.isTrusted(folder))) return undefined;
    return readTrusted(folder, file, hash);
  }

  /** Stores the person's decision about what they saw; false where something else is there now. */
  async decide(folder: string, fingerprint: string, trusted: boolean): Promise<boolean> {
    const { store, now } = this.#parts;
    const look = await this.#look(folder);
    const identity = identityOf(folder);
    if (look.fingerprint === fingerprint && identity !== undefined)
      store.save({ folder, identity, trusted, files: Object.fromEntries(look.files), decidedAt: now() });
    await this.of(folder);
    return look.fingerprint === fingerprint;
  }

  /** Removes a decision: the folder is asked about again. */
  async forget(folder: string): Promise<void> {
    this.#parts.store.remove(folder);
    this.#known.delete(folder);
    await this.of(folder);
  }

  #look(folder: string): Promise<Look> {
    return folder === this.#parts.dataDir ? lookAtOwnTools(folder) : lookAtFolder(folder);
  }

  #decision(folder: string): StoredTrust | undefined {
    const decision = this.#parts.store.get(folder);
    return decision !== undefined && isKnownFolderNow({ path: folder, identity: decision.identity })
      ? decision
      : undefined;
  }

  #judge(folder: string, { findings, files, fingerprint }: Look): FolderTrust {
    const decision = this.#decision(folder);
    const seen = decision?.files ?? {};
    const changed = [...files].flatMap(([file, hash]) => (seen[file] === hash ? [] : [file]));
    const common = { folder, fingerprint, findings };
    if (decision !== undefined && changed.length === 0)
      return { ...common, state: decision.trusted ? 'trusted' : 'declined', changed: [] };
    const state = findings.some(asksFor) ? 'asks' : 'none';
    return { ...common, state, changed: decision?.trusted === true ? changed : [] };
  }
}

/** The trust of folders as the rest of Parley sees it. */
export type Trust = Pick<FolderTrusts, 'of' | 'isTrusted' | 'read' | 'decide' | 'forget'> & {
  /** The decisions, and the folders that ask now. */
  overview(): TrustOverview;
  /** Has a folder looked at, so that windows know if it asks. */
  look(folder: string): void;
  /** Calls the listener with every folder that stands otherwise than at the look before; returns how to stop that. */
  subscribe(listener: (trust: FolderTrust) => void): () => void;
};

/** True for what would be used; git alone asks for nothing, since Parley goes without it. */
function asksFor({ type }: Finding): boolean {
  switch (type) {
    case 'server-command':
    case 'server-address':
    case 'tool':
    case 'slash-command':
      return true;
    case 'git-setting':
    case 'not-used':
      return false;
  }
}
