import type { ORPCError } from '@orpc/server';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

type Refusals = { 'no-such-workspace': () => ORPCError<'no-such-workspace', undefined> };

/** A middleware that ends a call in `no-such-workspace` unless its workspace is on the list. */
export function knownWorkspace(workspaces: Pick<Workspaces, 'has'>) {
  return <Result>(
    { errors, next }: { errors: Refusals; next: () => Result },
    { workspaceId }: { workspaceId: WorkspaceId },
  ): Result => {
    if (!workspaces.has(workspaceId)) throw errors['no-such-workspace']();
    return next();
  };
}
