import { schema } from './0012-schema.ts';
import { folderIdentity } from './0013-folder-identity.ts';
import { partKinds } from './0014-part-kinds.ts';
import { previewStates } from './0015-preview-states.ts';
import { chatList } from './0016-chat-list.ts';
import { contextTokens } from './0017-context-tokens.ts';
import { partTimes } from './0018-part-times.ts';
import { progressLists } from './0019-progress-lists.ts';
import { thinkingLevel } from './0020-thinking.ts';
import { chatCost } from './0021-cost.ts';
import { summaries } from './0022-summaries.ts';
import { permissions } from './0023-permissions.ts';
import { branches } from './0024-branches.ts';
import { commandRuns } from './0025-command-runs.ts';
import { turnChanges } from './0026-turn-changes.ts';
import { folderTrust } from './0027-folder-trust.ts';
import { messageCommands } from './0028-message-commands.ts';
import { forms } from './0029-forms.ts';
import { hostedAgents } from './0030-hosted-agents.ts';
import { messageContext } from './0031-message-context.ts';
import { agentOptions } from './0033-agent-options.ts';
import { steeringActions } from './0034-steering-actions.ts';
import { earlierSessions } from './0035-earlier-sessions.ts';
import { queuedMessages } from './0036-queued-messages.ts';
import { steeringReminders } from './0037-steering-reminders.ts';
import { imageCopies } from './0038-image-copies.ts';
import { shownMessages } from './0032-shown-messages.ts';

/** The oldest version that opens: that of the schema. */
export const oldestVersion = 12;

/** Every change of the schema since then, oldest first; each adds one to the version. */
const migrations: readonly string[] = [
  folderIdentity,
  partKinds,
  previewStates,
  chatList,
  contextTokens,
  partTimes,
  progressLists,
  thinkingLevel,
  chatCost,
  summaries,
  permissions,
  branches,
  commandRuns,
  turnChanges,
  folderTrust,
  messageCommands,
  forms,
  hostedAgents,
  messageContext,
  shownMessages,
  agentOptions,
  steeringActions,
  earlierSessions,
  queuedMessages,
  steeringReminders,
  imageCopies,
];

/** The version that this Parley writes. */
export const currentVersion = oldestVersion + migrations.length;

/** Tells if a database of this version can be opened. */
export function canOpen(version: number): boolean {
  return version >= oldestVersion && version <= currentVersion;
}

/** Returns the statements that make an empty database one of this version. */
export function statementsFor(version: number): string[] {
  return [schema, ...migrations.slice(0, version - oldestVersion)];
}

/** Returns the statements that bring a database of a version that opens up to date. */
export function statementsSince(version: number): readonly string[] {
  return migrations.slice(version - oldestVersion);
}
