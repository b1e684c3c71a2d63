import { randomUUID } from 'node:crypto';
import type { AppEvent } from '../../shared/contract/app-state.ts';
import { formIdSchema, permissionIdSchema, ruleIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import type { Clock } from '../clock.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import { Forms } from '../forms/forms.ts';
import { Permissions, Rules } from '../permissions/permissions.ts';
import {
  type AskDetails,
  AskUserQuestionManager,
  createAskJournal,
} from '../questions/ask-user-question-manager.ts';
import { AskTimeouts } from '../questions/ask-timeouts.ts';
import type { Stores } from '../storage/stores.ts';
import type { Announcements } from '../waiting/announcements.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

type WaitingWiring = {
  stores: Stores;
  log: ChatLog;
  messages: PersonMessages;
  workspaces: Workspaces;
  announcements: Announcements;
  shell: PersonShell;
  /** False where nobody can be asked. */
  canAsk: boolean;
  emit: (event: AppEvent) => void;
  /** Starts a chat's turn, or goes on with it. */
  goOn: (id: WorkspaceId) => void;
  report: (error: unknown) => string;
  clock: Clock;
};

/** Makes what waits for a person: questions, permissions and forms. Previews have a file of their own. */
export function createWaiting(wiring: WaitingWiring) {
  const { stores, log, messages, workspaces, announcements, shell, canAsk, emit, goOn, report, clock } =
    wiring;
  const { now, after } = clock;
  const hasReply = (id: WorkspaceId) => messages.hasQueued(id);

  const manager = new AskUserQuestionManager<AskDetails>(createAskJournal(stores.asks, now), now);
  const askTimeouts = new AskTimeouts({
    manager,
    asks: stores.asks,
    log,
    settings: stores.settings,
    isPlanning: (id) => workspaces.row(id).mode === 'plan',
    report,
    since: now(),
    now,
    after,
  });
  // In this order, so that a card opens with its countdown.
  manager.subscribe((event) => askTimeouts.follow(event));
  manager.subscribe((event) => announcements.ask(event));

  const forms = new Forms({
    store: stores.forms,
    canAsk,
    hasReply,
    onStored: (form) => announcements.showForms(form),
    goOn,
    newId: () => formIdSchema.parse(randomUUID()),
    now,
  });
  forms.subscribe((event) => announcements.form(event));

  const rules = new Rules(stores.rules, (list) => emit({ type: 'rules-changed', rules: list }));
  const permissions = new Permissions({
    store: stores.permissions,
    rules,
    canAsk,
    hasReply,
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

  return { manager, askTimeouts, permissions, rules, forms };
}
