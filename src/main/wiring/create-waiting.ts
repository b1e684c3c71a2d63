import { randomUUID } from 'node:crypto';
import { formIdSchema, permissionIdSchema, ruleIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { FolderTrust } from '../../shared/trust/folder-trust.ts';
import { Forms } from '../forms/forms.ts';
import { Permissions } from '../permissions/permissions.ts';
import type { DecisionDeps, UnaskedDecisions } from '../permissions/unasked-decisions.ts';
import { Rules } from '../permissions/rules.ts';
import { SameRequests } from '../permissions/same-requests.ts';
import { AskTimeouts } from '../questions/ask-timeouts.ts';
import {
  type AskDetails,
  AskUserQuestionManager,
  createAskJournal,
} from '../questions/ask-user-question-manager.ts';
import type { ChatServices } from './create-chat-services.ts';
import type { Platform } from './platform.ts';

/** What waits for a person but previews, which have a file of their own. */
export interface WaitingServices extends ReturnType<typeof createWaiting> {}

/** What calls services that are made later; to be called once all are made. */
type Later = Pick<DecisionDeps, 'canConfineUnasked'>;

/** Makes what asks a person: questions, permissions and forms. */
export function createWaiting(platform: Platform, chat: ChatServices, later: Later) {
  const { emit, stores, clock } = platform;
  const { manager, askTimeouts } = createAsks(platform, chat);
  const forms = createForms(platform, chat);
  const rules = new Rules(
    stores.rules,
    (list) => emit({ type: 'rules-changed', rules: list }),
    () => ({ id: ruleIdSchema.parse(randomUUID()), at: clock.now() }),
  );
  const gitSetup = gitSetupFor(chat);
  const permissions = createPermissions(platform, chat, { rules, forms, gitSetup, ...later });
  const typedRules = async () => {
    const { TypedRules } = await import('../permissions/typed-rules.ts');
    return new TypedRules({ rules, gitSetup });
  };
  const sameRequests = new SameRequests({
    permissions,
    store: stores.permissions,
    emit: (groups) => emit({ type: 'same-requests-changed', sameRequests: groups }),
  });
  return { manager, askTimeouts, forms, rules, permissions, typedRules, sameRequests };
}

function createAsks({ stores, report, clock }: Platform, { log, workspaces, announcements }: ChatServices) {
  const { now, after } = clock;
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
  return { manager, askTimeouts };
}

function createForms(
  { options: { canAsk = true }, stores, clock }: Platform,
  { messages, announcements, goOn }: ChatServices,
): Forms {
  const forms = new Forms({
    store: stores.forms,
    canAsk,
    hasReply: (id: WorkspaceId) => messages.hasQueued(id),
    onStored: (form) => announcements.showForms(form),
    goOn,
    newId: () => formIdSchema.parse(randomUUID()),
    now: clock.now,
  });
  forms.subscribe((event) => announcements.form(event));
  return forms;
}

type LooksUpGit = Pick<DecisionDeps, 'gitSetup'>;

function gitSetupFor({ shell }: Pick<ChatServices, 'shell'>): LooksUpGit['gitSetup'] {
  return async (command) => {
    const { gitSetupOf } = await import('../permissions/git-setup.ts');
    return gitSetupOf(command, await shell.environment([]));
  };
}

function createPermissions(
  platform: Platform,
  chat: ChatServices,
  { rules, forms, ...looks }: Later & { rules: Rules; forms: Forms } & LooksUpGit,
): Permissions {
  const { stores, clock, options } = platform;
  const { messages, announcements } = chat;
  const permissions = new Permissions({
    store: stores.permissions,
    rules,
    canAsk: options.canAsk ?? true,
    hasReply: (id) => messages.hasQueued(id),
    runsAgain: (call) => forms.runsAgain(call),
    onStored: (permission) => announcements.showPermission(permission),
    gitSetup: looks.gitSetup,
    decisions: decisionsFor(platform, chat, { rules, ...looks }),
    newId: () => ({
      permission: permissionIdSchema.parse(randomUUID()),
      rule: ruleIdSchema.parse(randomUUID()),
    }),
    now: clock.now,
  });
  permissions.subscribe((event) => announcements.permission(event));
  return permissions;
}

/** Loads what decides without the person with the first request: the table of commands is large. */
function decisionsFor(
  { stores, dataFolder }: Platform,
  { shell, trust }: ChatServices,
  looks: Later & LooksUpGit & { rules: Rules },
): () => UnaskedDecisions | Promise<UnaskedDecisions> {
  const environment = () => shell.environment([]);
  const mayUseGit = async (folder: string) => isUsable((await trust.of(folder)).state);
  const unaskedReading: DecisionDeps['unaskedReading'] = async (command) => {
    if (stores.settings.read().askBeforeReading) return undefined;
    const loaded = await import('../permissions/unasked-reading.ts');
    return loaded.unaskedReading(command, { environment, dataFolder, mayUseGit });
  };
  let decisions: UnaskedDecisions | undefined;
  return () =>
    decisions ??
    import('../permissions/unasked-decisions.ts').then(
      ({ UnaskedDecisions: Loaded }) =>
        (decisions ??= new Loaded({ store: stores.permissions, ...looks, unaskedReading, environment })),
    );
}

/** True for a folder that the person trusts, or that brings nothing along to be trusted. */
function isUsable(state: FolderTrust['state']): boolean {
  return state === 'trusted' || state === 'none';
}
