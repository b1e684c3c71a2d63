import type { AgentInstall } from '../../../shared/providers/agent-install.ts';
import type { ChatLog } from '../../chat/chat-log.ts';
import type { PersonMessages } from '../../chat/person-messages.ts';
import type { Forms } from '../../forms/forms.ts';
import type { StartTimer } from '../../clock.ts';
import type { Logger } from '../../log.ts';
import type { Permissions } from '../../permissions/permissions.ts';
import type { Plans } from '../../previews/plans/plans.ts';
import type { ResolveQueue } from '../../previews/resolve-queue.ts';
import type { ResolveSteering } from '../../previews/resolve-steering.ts';
import type { AskDetails, AskUserQuestionManager } from '../../questions/ask-user-question-manager.ts';
import type { AskStore } from '../../storage/ask-store.ts';
import type { AgentOptionStore, AgentSessionStore } from '../../storage/agent-session-store.ts';
import type { PermissionStore } from '../../storage/permission-store.ts';
import type { SteeringStore } from '../../storage/steering-store.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Trust } from '../../trust/folder-trusts.ts';
import type { PersonShell } from '../../commands/person-shell.ts';
import type { AgentWaits } from './asking/agent-waits.ts';
import type { AgentKeys } from './sign-in/agent-keys.ts';

/** What external agents are made of; each part takes those that it names. */
export type ExternalDeps = {
  log: ChatLog;
  messages: PersonMessages;
  workspaces: Workspaces;
  manager: AskUserQuestionManager<AskDetails>;
  asks: AskStore;
  permissions: Permissions;
  permissionStore: PermissionStore;
  forms: Forms;
  agentWaits: AgentWaits;
  queue: ResolveQueue;
  stagedPlans: Plans;
  resolving: ResolveSteering;
  steering: SteeringStore;
  sessions: AgentSessionStore;
  agentOptions: AgentOptionStore;
  shell: PersonShell;
  agentKeys: AgentKeys;
  trust: Pick<Trust, 'of'>;
  env: Record<string, string | undefined>;
  dataDir: string;
  home: string;
  version: string;
  /** The time an agent has to answer `initialize`, in milliseconds. */
  patience: number;
  /** The time after which an agent with nothing to do is ended, in milliseconds. */
  idleTime: number;
  newMarker: () => string;
  after: StartTimer;
  /** Called with all installs of agents when one has changed. */
  onInstalls: (installs: AgentInstall[]) => void;
  report: (error: unknown) => string;
  logger: Logger;
};
