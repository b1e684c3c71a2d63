import { type ActionStore, createActionStore } from './action-store.ts';
import {
  type AgentSettingsStore,
  createAgentSettingsStore,
  createSettingsStore,
  type SettingsStore,
} from './settings-store.ts';
import {
  type AgentOptionStore,
  createAgentOptionStore,
  createAgentSessionStore,
  type AgentSessionStore,
} from './agent-session-store.ts';
import { type AskStore, createAskStore } from './ask-store.ts';
import { type CommandStore, createCommandStore } from './command-store.ts';
import { type AttachmentStore, createAttachmentStore } from './attachment-store.ts';
import { openDatabase, requestFullCheck } from './open-database.ts';
import {
  type BranchStore,
  createBranchStore,
  createMessageReplacer,
  createMessageStore,
  createWithdrawalStore,
  type MessageStore,
  type ReplaceFrom,
  type WithdrawalStore,
} from './message-store.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';
import { createFormStore, type FormStore } from './form-store.ts';
import { createGitActStore, type GitActStore } from './git-act-store.ts';
import { createLedgerIndex, createLedgerStore, type LedgerIndex, type LedgerStore } from './ledger-store.ts';
import {
  createOutsideStore,
  createReviewStore,
  type OutsideStore,
  type ReviewStore,
} from './outside-store.ts';
import { createPartStore, type PartStore } from './part-store.ts';
import { createPreviewDraftStore, type PreviewDraftStore } from './preview-draft-store.ts';
import { createProgressStore, type ProgressStore } from './progress-store.ts';
import {
  createPermissionStore,
  createRuleStore,
  type PermissionStore,
  type RuleStore,
} from './permission-store.ts';
import type { ConversationStore } from './conversation-store.ts';
import { createReplayStore, type ReplayStore } from './replay-store.ts';
import { createRewindStore, type RewindStore } from './rewind-store.ts';
import { createSearchStore, type SearchStore } from './search-store.ts';
import { createSteeringStore, type SteeringStore } from './steering-store.ts';
import { createSummaryStore, type SummaryStore } from './summary-store.ts';
import { createTrustStore, type TrustStore } from './trust-store.ts';
import { createTurnChangeStore, type TurnChangeStore } from './turn-change-store.ts';
import { createUsageStore, type UsageStore } from './usage-store.ts';
import { createWorkspaceStore, type WorkspaceStore } from './workspace-store.ts';
import { createWorktreeStore, type WorktreeStore } from './worktree-store.ts';

export type Stores = {
  workspaces: WorkspaceStore;
  messages: MessageStore;
  replaceFrom: ReplaceFrom;
  replays: ReplayStore;
  /** Loaded when it is first needed. */
  conversations: () => Promise<ConversationStore>;
  parts: PartStore;
  asks: AskStore;
  permissions: PermissionStore;
  rules: RuleStore;
  trust: TrustStore;
  worktrees: WorktreeStore;
  gitActs: GitActStore;
  forms: FormStore;
  outside: OutsideStore;
  reviews: ReviewStore;
  actions: ActionStore;
  previewDrafts: PreviewDraftStore;
  steering: SteeringStore;
  progress: ProgressStore;
  summaries: SummaryStore;
  branches: BranchStore;
  turnChanges: TurnChangeStore;
  rewinds: RewindStore;
  attachments: AttachmentStore;
  commands: CommandStore;
  agentSessions: AgentSessionStore;
  agentOptions: AgentOptionStore;
  drafts: DraftStore;
  settings: SettingsStore;
  agentSettings: AgentSettingsStore;
  usage: UsageStore;
  withdrawals: WithdrawalStore;
  ledger: LedgerStore;
  ledgerIndex: LedgerIndex;
  /** Makes the next start check the database for damage. */
  requestFullCheck(): void;
  search: SearchStore;
  close(): void;
};

/** Opens the prepared database of a data folder (`openDatabase`). */
export function openStores(dataDir: string): Stores {
  const database = openDatabase(dataDir);
  const drafts = createDraftStore(database);
  const attachments = createAttachmentStore(database);
  const actions = createActionStore(database);
  const rules = createRuleStore(database);
  const asks = createAskStore(database, drafts);
  return {
    workspaces: createWorkspaceStore(database),
    messages: createMessageStore(database, attachments),
    replaceFrom: createMessageReplacer(database, attachments),
    replays: createReplayStore(database),
    conversations: async () => (await import('./conversation-store.ts')).createConversationStore(database),
    attachments,
    parts: createPartStore(database),
    asks,
    permissions: createPermissionStore(database, drafts, rules),
    rules,
    trust: createTrustStore(database),
    worktrees: createWorktreeStore(database),
    gitActs: createGitActStore(database),
    forms: createFormStore(database, drafts),
    outside: createOutsideStore(database, asks),
    reviews: createReviewStore(database, actions),
    actions,
    previewDrafts: createPreviewDraftStore(drafts),
    steering: createSteeringStore(database),
    commands: createCommandStore(database),
    agentSessions: createAgentSessionStore(database),
    agentOptions: createAgentOptionStore(database),
    progress: createProgressStore(database),
    summaries: createSummaryStore(database),
    branches: createBranchStore(database),
    turnChanges: createTurnChangeStore(database),
    rewinds: createRewindStore(database),
    drafts,
    settings: createSettingsStore(database),
    agentSettings: createAgentSettingsStore(database),
    usage: createUsageStore(database),
    withdrawals: createWithdrawalStore(database),
    ledger: createLedgerStore(database),
    ledgerIndex: createLedgerIndex(database),
    requestFullCheck: () => requestFullCheck(dataDir),
    search: createSearchStore(database),
    close: () => database.close(),
  };
}
