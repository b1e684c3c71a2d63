import type { CustomToolInfo } from '../../shared/contract/app-contract.ts';
import type { AppEvent, AppState } from '../../shared/contract/app-state.ts';
import type { ServerDetails, ServerOffersInfo } from '../../shared/mcp-servers/server-info.ts';
import type { MessageCommand } from '../../shared/transcript/transcript.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/workspace/turn-state.ts';
import type {
  KeptWorktreeInfo,
  WhyLeft,
  WorktreeChoice,
  WorktreeLoss,
  WorktreeOffer,
} from '../../shared/worktrees/worktree-offer.ts';
import type { ChangesSince, ChatChanges } from '../../shared/contract/chat-changes.ts';
import type { ChatCommands } from '../agents/chat-commands.ts';
import type { ExternalAgents } from '../agents/external/external-agents.ts';
import type { CommitMessages } from '../agents/model/commit-messages/commit-messages.ts';
import type { ProviderSettings } from '../agents/model/provider-settings.ts';
import type { Removals } from '../agents/removals.ts';
import type { Turns } from '../agents/turns.ts';
import type { Rewinds } from '../changes/rewinds.ts';
import type { TurnUndos } from '../changes/turn-undos.ts';
import type { Attachments } from '../chat/attachments.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import type { Commands } from '../commands/commands.ts';
import type { EventFeed } from '../feed/event-feed.ts';
import type { FileIndex } from '../folder/file-index.ts';
import type { GitState } from '../folder/git-state.ts';
import type { Skills } from '../folder/skills.ts';
import type { SlashCommands } from '../folder/slash-commands.ts';
import type { Forms } from '../forms/forms.ts';
import type { ClientTokens } from '../http/client-tokens.ts';
import type { Logger } from '../log.ts';
import type { Expanded } from '../mcp-servers/chat-offers.ts';
import type { ServerChanges } from '../mcp-servers/server-changes.ts';
import type { ProxySettings } from '../network/proxy-settings.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Rules } from '../permissions/rules.ts';
import type { TypedRules } from '../permissions/typed-rules.ts';
import type { SameRequests } from '../permissions/same-requests.ts';
import type { Plans } from '../previews/plans/plans.ts';
import type { PreviewDecisions } from '../previews/preview-decisions.ts';
import type { ResolveQueue } from '../previews/resolve-queue.ts';
import type { StalePreviews } from '../previews/stale-previews.ts';
import type { Undos } from '../previews/undos.ts';
import type { AskTimeouts } from '../questions/ask-timeouts.ts';
import type { AskDetails, AskUserQuestionManager } from '../questions/ask-user-question-manager.ts';
import type { Stores } from '../storage/stores.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import type { WorktreeStart } from '../../shared/worktrees/chat-worktree.ts';
import type { RecentFolder, Workspace } from '../../shared/workspace/workspace.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { GitActs } from '../worktrees/bring-back/git-acts.ts';
import type { Outward } from '../worktrees/bring-back/outward.ts';
import type { DropChanges } from '../worktrees/drop-changes.ts';
import type { BringBack } from '../worktrees/bring-back/bring-back.ts';
import type { OpenWorktree } from '../worktrees/worktrees.ts';

/** The MCP servers that chats use; their code loads once a file names one. */
export interface ChatServers {
  refresh(): Promise<void>;
  details(id: string): Promise<ServerDetails | null>;
  restart(id: string): Promise<void>;
  /** What a person changes about them. */
  readonly changes: ServerChanges;
  signIn(id: string): Promise<void>;
  cancelSignIn(id: string): Promise<void>;
  /** Returns what is left to do, for a person. */
  signOut(id: string): Promise<string | undefined>;
  offers(folder: string): Promise<ServerOffersInfo>;
  /** Returns what a text comes to with what servers offer; `before` is what it comes to without. */
  expand(folder: string, text: string, before: MessageCommand | undefined): Promise<Expanded>;
}

/** Where chats work: in their folder, or in a worktree of their own; what runs git loads when it is first needed. */
export interface ChatWorktrees {
  /** As in `Worktrees`. */
  offer(id: WorkspaceId, start?: WorktreeStart): Promise<WorktreeOffer>;
  /** As in `Worktrees`. */
  findBranch(id: WorkspaceId, name: string): Promise<string | undefined>;
  /** As `continueInWorktree`; says why where no worktree can be made. */
  continueFrom(id: WorkspaceId, newId: WorkspaceId): Promise<Workspace | { problem: string }>;
  /** False where the chat works already. */
  choose(id: WorkspaceId, choice: WorktreeChoice): boolean;
  loss(id: WorkspaceId): Promise<WorktreeLoss | undefined>;
  /** As `removeOf` in `Worktrees`. */
  remove(id: WorkspaceId): Promise<WhyLeft | undefined>;
  /** Ends what git does in the chat's worktree for the person. */
  stopGit(id: WorkspaceId): Promise<void>;
  /** As in `Worktrees`. */
  changes(id: WorkspaceId, since: ChangesSince): Promise<ChatChanges | undefined>;
  /** Loads what stores what git does in worktrees for the person. */
  acts(): Promise<GitActs>;
  /** Loads what commits, pushes and opens pull requests. */
  outward(): Promise<Outward>;
  /** Trusts the folder that the chat's worktree was made from as it was shown; false where there is something else now. */
  trustRepository(id: WorkspaceId, fingerprint: string): Promise<boolean>;
  /** As in `Worktrees`. */
  open(id: WorkspaceId): Promise<OpenWorktree | undefined>;
  kept(): Promise<KeptWorktreeInfo[]>;
  /** As in `Worktrees`. */
  restore(id: string): Promise<{ chat: WorkspaceId; problem: Problem | undefined } | undefined>;
}

/** What the handlers work with beside chats. */
export interface AppServices {
  stores: Stores;
  feed: EventFeed<AppEvent>;
  /** The state with which a window begins. */
  state: () => AppState;
  providers: ProviderSettings;
  clientTokens: ClientTokens;
  /** The folders that a first chat may be about. */
  recentFolders: () => Promise<RecentFolder[]>;
  /** The list of tools that clients see while Parley is away. */
  listedTools: { update(): Promise<void> };
  /** Logs a bug and returns its reference in the log. */
  report: (error: unknown) => string;
  logger: Pick<Logger, 'debug'>;
}

/** What the handlers of the contract work with: the context of every call. */
export interface Services extends AppServices {
  env: Record<string, string | undefined>;
  /** The proxies that requests go by, as far as they are known. */
  proxies: () => ProxySettings;

  workspaces: Workspaces;
  removals: Removals;
  log: ChatLog;
  messages: PersonMessages;
  attachments: Attachments;
  turns: Turns;
  chatCommands: ChatCommands;
  externalAgents: ExternalAgents;
  commands: Commands;

  asks: AskUserQuestionManager<AskDetails>;
  askTimeouts: AskTimeouts;
  permissions: Permissions;
  rules: Rules;
  typedRules: () => Promise<TypedRules>;
  sameRequests: SameRequests;
  forms: Forms;
  previews: ResolveQueue;
  decisions: PreviewDecisions;
  undos: Undos;
  stalePreviews: StalePreviews;
  plans: Plans;
  /** Loads what undoes turns. */
  turnUndos: () => Promise<TurnUndos>;
  rewinds: () => Promise<Rewinds>;

  trust: Trust;
  worktrees: ChatWorktrees;
  /** Loads what proposes messages for commits. */
  commitMessages: () => Promise<CommitMessages>;
  /** Loads what brings back the changes of worktrees. */
  bringBack: () => Promise<BringBack>;
  /** Loads what drops changes of worktrees. */
  dropChanges: () => Promise<DropChanges>;
  files: FileIndex;
  /** Loads what reads the commands of folders. */
  slashCommands: () => Promise<SlashCommands>;
  /** Loads what reads skills. */
  skills: () => Promise<Skills>;
  /** Returns the branch of git that is checked out in a folder, and whether it holds uncommitted changes. */
  readGit: (folder: string) => Promise<GitState>;
  /** Shows a folder in the file manager of this machine. */
  openFolder: (folder: string) => Promise<void>;
  servers: ChatServers;
  customTools: { list(folder: string): Promise<CustomToolInfo[]> };
}
