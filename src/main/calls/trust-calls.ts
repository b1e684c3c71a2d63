import type { TrustedThing } from '../../shared/contract/folder-calls.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

type TrustCallParts = { trust: Trust; workspaces: Workspaces };

/** The calls about what of a chat's folder, and of the person's own tools, may be used. */
export function folderTrustCalls({ workspace }: Calls, { trust, workspaces }: TrustCallParts) {
  const known = knownWorkspace(workspaces);
  const folderOf = (id: WorkspaceId, of: TrustedThing) => {
    const { path, dataFolder } = workspaces.folder(id);
    return of === 'folder' ? path : dataFolder.path;
  };
  return {
    readTrust: workspace.readTrust
      .use(known)
      .handler(({ input: { workspaceId, of } }) => trust.of(folderOf(workspaceId, of))),
    decideTrust: workspace.decideTrust
      .use(known)
      .handler(async ({ input: { workspaceId, of, fingerprint, trusted }, errors }) => {
        const isDecided = await trust.decide(folderOf(workspaceId, of), fingerprint, trusted);
        if (!isDecided) throw errors['folder-changed']();
      }),
  };
}

/** The calls about the folders that the person decided about. */
export function trustCalls({ trust: calls }: Calls, { trust }: Pick<TrustCallParts, 'trust'>) {
  return { forget: calls.forget.handler(({ input: { folder } }) => trust.forget(folder)) };
}
