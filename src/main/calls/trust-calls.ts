import { isExternal } from '../agents/external/agent-names.ts';
import type { TrustedThing } from '../../shared/contract/app-contract.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

type TrustCallParts = { trust: Trust; workspaces: Workspaces };

/** The calls about what of a chat's folder, and of the person's own tools, may be used. */
export function folderTrustCalls({ workspace }: Calls, { trust, workspaces }: TrustCallParts) {
  const known = knownWorkspace(workspaces);
  const lookAt = (id: WorkspaceId, of: TrustedThing) => {
    const { path, dataFolder } = workspaces.folder(id);
    switch (of) {
      case 'folder':
        return { folder: path, agent: trustedBy(workspaces.row(id)).agent };
      case 'own-tools':
        return { folder: dataFolder.path, agent: null };
    }
  };
  return {
    readTrust: workspace.readTrust.use(known).handler(({ input: { workspaceId, of } }) => {
      const { folder, agent } = lookAt(workspaceId, of);
      return trust.of(folder, agent);
    }),
    decideTrust: workspace.decideTrust
      .use(known)
      .handler(async ({ input: { workspaceId, of, fingerprint, trusted }, errors }) => {
        const isDecided = await trust.decide({ ...lookAt(workspaceId, of), fingerprint }, trusted);
        if (!isDecided) throw errors['folder-changed']();
      }),
  };
}

/** Returns what a chat needs its folder to be trusted for: its agent on this machine, or Parley alone. */
export function trustedBy({ folder, agent }: { folder: string; agent: string }) {
  return { folder, agent: isExternal(agent) ? agent : null };
}

/** The calls about the folders that the person decided about. */
export function trustCalls({ trust: calls }: Calls, { trust }: Pick<TrustCallParts, 'trust'>) {
  return { forget: calls.forget.handler(({ input: { folder } }) => trust.forget(folder)) };
}
