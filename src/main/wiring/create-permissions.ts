import { randomUUID } from 'node:crypto';
import type { AppEvent, Notice } from '../../shared/contract/app-state.ts';
import { permissionIdSchema, ruleIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import { announcePermissions, showPermission } from '../permissions/announce-permissions.ts';
import { Permissions, Rules } from '../permissions/permissions.ts';
import type { Stores } from '../storage/stores.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { createForms } from './create-forms.ts';

type PermissionParts = {
  stores: Stores;
  log: ChatLog;
  messages: PersonMessages;
  workspaces: Workspaces;
  /** Notifies the person, also where no window shows it. */
  notify: (notice: Notice) => void;
  emit: (event: AppEvent) => void;
  /** False where nobody can be asked; true by default. */
  canAsk?: boolean;
  shell: PersonShell;
  /** Goes on with a chat's turn. */
  goOn: (workspaceId: WorkspaceId) => void;
  report: (error: unknown) => string;
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
  ...parts
}: PermissionParts) {
  const { permissions: store } = stores;
  const rules = new Rules(stores.rules, (list) => emit({ type: 'rules-changed', rules: list }));
  const forms = createForms({ stores, messages, canAsk, now, ...parts });
  const permissions = new Permissions({
    store,
    rules,
    canAsk,
    hasReply: (id) => messages.hasQueued(id),
    runsAgain: (call) => forms.runsAgain(call),
    onStored: showPermission({ ...parts, store }),
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
  permissions.subscribe(announcePermissions({ ...parts, store, since: now() }));
  return { permissions, permissionStore: store, rules, forms };
}
