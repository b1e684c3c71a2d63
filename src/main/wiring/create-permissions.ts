import { randomUUID } from 'node:crypto';
import type { AppEvent } from '../../shared/contract/app-state.ts';
import { permissionIdSchema, ruleIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import { Permissions, Rules } from '../permissions/permissions.ts';
import type { Stores } from '../storage/stores.ts';
import type { Announcements } from '../waiting/announcements.ts';
import { createForms } from './create-forms.ts';

type PermissionParts = {
  stores: Stores;
  messages: PersonMessages;
  announcements: Announcements;
  emit: (event: AppEvent) => void;
  /** False where nobody can be asked; true by default. */
  canAsk?: boolean;
  shell: PersonShell;
  /** Goes on with a chat's turn. */
  goOn: (workspaceId: WorkspaceId) => void;
  now: () => number;
};

/** Connects permissions and forms with their journals, the rules, and the windows. */
export function createPermissions({
  stores,
  emit,
  messages,
  shell,
  canAsk = true,
  now,
  announcements,
  goOn,
}: PermissionParts) {
  const { permissions: store } = stores;
  const rules = new Rules(stores.rules, (list) => emit({ type: 'rules-changed', rules: list }));
  const forms = createForms({ stores, messages, announcements, canAsk, goOn, now });
  const permissions = new Permissions({
    store,
    rules,
    canAsk,
    hasReply: (id) => messages.hasQueued(id),
    runsAgain: (call) => forms.runsAgain(call),
    onStored: (permission) => announcements.showPermission(permission),
    async gitSetup(command) {
      const { gitSetupOf } = await import('../permissions/git-setup.ts');
      return gitSetupOf(command, await shell.environment([]));
    },
    newId: () => ({
      permission: permissionIdSchema.parse(randomUUID()),
      rule: ruleIdSchema.parse(randomUUID()),
    }),
    now,
  });
  permissions.subscribe((event) => announcements.permission(event));
  return { permissions, permissionStore: store, rules, forms };
}
