import type { Permissions } from '../permissions/permissions.ts';
import type { Rules } from '../permissions/rules.ts';
import type { PermissionStore } from '../storage/permission-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

type PermissionCallParts = {
  permissions: Permissions;
  permissionStore: PermissionStore;
  workspaces: Pick<Workspaces, 'has'>;
};

/** The calls of a permission's card. */
export function permissionCalls(
  { workspace }: Calls,
  { permissions, permissionStore, workspaces }: PermissionCallParts,
) {
  return {
    answerPermission: workspace.answerPermission
      .use(knownWorkspace(workspaces))
      .handler(({ input: { workspaceId, toolCallId, permissionId, answer }, errors }) => {
        const result = permissions.answer({ workspaceId, toolCallId }, permissionId, answer);
        if (result.ok) return;
        switch (result.failure) {
          case 'not-pending':
            throw errors['permission-settled']();
          case 'invalid-answer':
            throw errors['invalid-answer']({ message: result.problem, data: { problem: result.problem } });
        }
      }),
    savePermissionDraft: workspace.savePermissionDraft.handler(
      ({ input: { workspaceId, toolCallId, permissionId, draft } }) => {
        const known = permissionStore.ofCall({ workspaceId, toolCallId });
        const isOpen = known.some(({ shown }) => shown.id === permissionId && shown.settlement === null);
        if (isOpen) permissionStore.saveDraft(workspaceId, permissionId, draft);
      },
    ),
  };
}

/** The calls about the person's standing answers. */
export function ruleCalls({ rules: calls }: Calls, { rules }: { rules: Rules }) {
  return { remove: calls.remove.handler(({ input: { ruleId } }) => rules.remove(ruleId)) };
}
