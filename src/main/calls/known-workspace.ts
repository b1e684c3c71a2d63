import { ORPCError } from '@orpc/server';
import { failures } from '../../shared/contract/failures.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

/** Ends the call in `no-such-workspace` unless there is one. */
export function requireWorkspace(workspaces: Workspaces, id: WorkspaceId): void {
  if (!workspaces.has(id)) throw new ORPCError('no-such-workspace', failures['no-such-workspace']);
}
