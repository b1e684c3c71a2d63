import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { Asker } from '../../shared/contract/outside-requests.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { WorkspaceRow } from '../storage/workspace-store.ts';

/** Returns the workspace for an asker's folder; the Inbox where none contains it. */
export function workspaceForAsker(folder: string | null, workspaces: Workspaces): WorkspaceRow['id'] {
  const containing = folder === null ? undefined : workspaceContaining(folder, workspaces.rows());
  return containing ?? workspaces.inbox();
}

/**
 * Returns the workspace whose folder contains this one: the innermost, and of several chats on it the one used
 * last. Undefined for none.
 */
function workspaceContaining(folder: string, rows: readonly WorkspaceRow[]): WorkspaceRow['id'] | undefined {
  const asked = realFolder(folder);
  const [innermost] = rows
    .filter(({ removed_at, archived }) => removed_at === null && !archived)
    .map(({ id, folder: own, updated_at: usedAt }) => ({ id, own: realFolder(own), usedAt }))
    .filter(({ own }) => asked === own || asked.startsWith(own.endsWith(sep) ? own : own + sep))
    .toSorted((a, b) => b.own.length - a.own.length || b.usedAt - a.usedAt);
  return innermost?.id;
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

/** Returns an asker's name as cards show it. */
export function askerName({ name, version }: Asker): string {
  return version ? `${name} ${version}` : name;
}
