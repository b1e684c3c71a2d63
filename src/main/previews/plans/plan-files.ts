import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { readDataFile } from '../../storage/data-file.ts';

/** The plans of every chat as files in the app's data, readable by this person only. */
export class PlanFiles {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'plans');
  }

  /** Returns the path of a chat's plan; `file` is a plain name. */
  pathOf(workspaceId: WorkspaceId, file: string): string {
    return join(this.#folderOf(workspaceId), file);
  }

  /** Replaces a plan in one step; on the disk on return. */
  write(workspaceId: WorkspaceId, file: string, plan: string): void {
    const path = this.pathOf(workspaceId, file);
    mkdirSync(this.#folderOf(workspaceId), { recursive: true, mode: 0o700 });
    const draft = join(this.#folderOf(workspaceId), `.${randomBytes(6).toString('hex')}.new`);
    try {
      writeNew(draft, plan);
      renameSync(draft, path);
      syncFolder(this.#folderOf(workspaceId));
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  }

  /** A plan as its file has it now; undefined where there is none any more. */
  read(workspaceId: WorkspaceId, file: string): string | undefined {
    return readDataFile(this.pathOf(workspaceId, file));
  }

  /** Deletes all plans of a chat that was deleted. */
  forget(workspaceId: WorkspaceId): void {
    rmSync(this.#folderOf(workspaceId), { recursive: true, force: true });
  }

  #folderOf(workspaceId: WorkspaceId): string {
    return join(this.#folder, encodeURIComponent(workspaceId));
  }
}

/** Flushes the names in a folder to the disk; not every system can. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // The plan is written; after a crash of the machine the one before it may be back.
  }
}

function writeNew(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
