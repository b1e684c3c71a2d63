import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { WorkspaceRow } from '../storage/workspace-store.ts';

/** The workspace that a call of an outside asker in this folder belongs to. */
export function askerPlace(folder: string | null, workspaces: Workspaces): WorkspaceRow['id'] {
  const around = folder === null ? undefined : workspaceAround(folder, workspaces.rows());
  return around ?? workspaces.inbox();
}

/**
 * The workspace an outside asker's question belongs to: the one whose folder contains the asker's,
 * the innermost of several, and of several chats on it the one used last. Undefined where none does.
 */
function workspaceAround(folder: string, rows: readonly WorkspaceRow[]): WorkspaceRow['id'] | undefined {
  const asked = realFolder(folder);
  const [around] = rows
    .filter(({ removed_at, archived }) => removed_at === null && !archived)
    .map(({ id, folder: own, updated_at: usedAt }) => ({ id, own: realFolder(own), usedAt }))
    .filter(({ own }) => asked === own || asked.startsWith(own.endsWith(sep) ? own : own + sep))
    .toSorted((a, b) => b.own.length - a.own.length || b.usedAt - a.usedAt);
  return around?.id;
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}
