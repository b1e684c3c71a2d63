import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import { type CallKey, type MessageId, toolCallIdSchema, type WorkspaceId } from '../../../shared/ids.ts';
import type { PermissionOutcome } from '../../../shared/permissions/permission-outcome.ts';
import { withNotes } from '../../../shared/permissions/permission-text.ts';
import type { PermissionSubject } from '../../../shared/permissions/permission.ts';
import { interrupted } from '../../../shared/questions/cancel-reasons.ts';
import { setupTool } from '../../../shared/transcript/setup-tool.ts';
import type { Problem } from '../../../shared/workspace/turn-state.ts';
import type { HistoryEntry, ToolContext } from '../../chat/chat-history.ts';
import type { ChatLog } from '../../chat/chat-log.ts';
import type { PersonMessages } from '../../chat/person-messages.ts';
import type { Commands } from '../../commands/commands.ts';
import type { Permissions } from '../../permissions/permissions.ts';
import type { StoredWorktree, WorktreeState, WorktreeStore } from '../../storage/worktree-store.ts';
import type { AgentTool } from '../../tools/tool.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { isSetup } from './setup-call.ts';
import { setupRefused } from '../../worktrees/worktree-problems.ts';

export type WorktreeSetupDeps = {
  store: Pick<WorktreeStore, 'of' | 'save'>;
  workspaces: Pick<Workspaces, 'row' | 'folder'>;
  log: ChatLog;
  messages: Pick<PersonMessages, 'deliverQueued'>;
  commands: Pick<Commands, 'find'>;
  permissions: Pick<Permissions, 'request' | 'notes'>;
  /** Runs a command line of a chat once that is allowed. */
  runCommand: AgentTool;
  now: () => number;
};

/** A worktree in which a setup line is still to run. */
type Due = StoredWorktree & { state: Made & { setup: NonNullable<Made['setup']> } };
type Made = Extract<WorktreeState, { type: 'made' }>;

/** One run of a setup line: its call in the chat, with the result where there is one already. */
type Run = CallKey & {
  messageId: MessageId;
  step: number;
  line: string;
  /** The folder whose rules for Parley answer too; undefined where its files are not those that it runs on. */
  rulesOf: string | undefined;
  result: ToolResult | null;
};

/** In seconds; the longest that a command may take. */
const longest = 1_800;

/**
 * Runs the setup line of a chat's new worktree, as a command of the chat that `Parley` asks for. It runs until it ends once:
 * one that the end of the process or `stop` has cut off runs anew, as a call of its own, when the chat goes on. Returns
 * what is in the way of the chat's agent.
 */
export async function setUpWorktree(
  deps: WorktreeSetupDeps,
  workspaceId: WorkspaceId,
  stop: AbortSignal,
): Promise<Problem | undefined> {
  for (let due = dueIn(deps, workspaceId); due !== undefined; due = dueIn(deps, workspaceId)) {
    if (stop.aborted) return undefined;
    const run = runOf(deps, due);
    const ended = run === undefined ? 'cut-off' : await toEnd(deps, run, stop);
    deps.store.save({ ...due, state: afterRun(due.state, ended), changedAt: deps.now() });
    if (ended === 'refused') return setupRefused(due.state.setup.line);
  }
  return undefined;
}

function dueIn({ store }: WorktreeSetupDeps, workspaceId: WorkspaceId): Due | undefined {
  const found = store.of(workspaceId);
  if (found?.state.type !== 'made' || found.state.setup === undefined) return undefined;
  const { setup } = found.state;
  return { ...found, state: { ...found.state, setup } };
}

type RunEnd = 'ended' | 'refused' | 'cut-off';

function afterRun({ setup, ...made }: Due['state'], ended: RunEnd): WorktreeState {
  return ended === 'cut-off' ? { ...made, setup: { ...setup, run: setup.run + 1 } } : made;
}

/** Finds the run that is due in the chat, or begins it there; undefined for one that a branch has which is not shown. */
function runOf({ log, messages }: WorktreeSetupDeps, due: Due): Run | undefined {
  const { id, workspaceId, state } = due;
  const { line, run, elsewhere } = state.setup;
  const rulesOf = elsewhere ? undefined : state.origin;
  const toolCallId = toolCallIdSchema.parse(`setup-${id}-${run}`);
  // What was said stands before what it has Parley run.
  messages.deliverQueued(workspaceId);
  const history = log.history(workspaceId);
  const known = history.flatMap((entry) => callIn(entry, toolCallId)).at(0);
  if (known !== undefined) return { workspaceId, toolCallId, line, rulesOf, ...known };
  if (log.hasCall(workspaceId, toolCallId)) return undefined;
  const last = history.at(-1);
  const into = last?.role === 'agent' && (last.steps.length === 0 || isSetup(last)) ? last : undefined;
  const messageId = into?.messageId ?? log.beginAgentMessage(workspaceId);
  const step = into?.steps.length ?? 0;
  const input = { command: line };
  log.addPart(workspaceId, {
    type: 'tool',
    kind: 'run',
    messageId,
    step,
    toolCallId,
    toolName: setupTool,
    input,
  });
  return { workspaceId, toolCallId, line, rulesOf, messageId, step, result: null };
}

function callIn(entry: HistoryEntry, id: string): Pick<Run, 'messageId' | 'step' | 'result'>[] {
  if (entry.role === 'user') return [];
  const { messageId } = entry;
  return entry.steps.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === 'tool' && part.tool_call_id === id
        ? [{ messageId, step: part.step, result: part.result }]
        : [],
    ),
  );
}

/** Runs it, or finds how it ended, and settles its call. */
async function toEnd(deps: WorktreeSetupDeps, run: Run, stop: AbortSignal): Promise<RunEnd> {
  const { log, commands, permissions, runCommand } = deps;
  const { workspaceId, messageId, toolCallId, line, rulesOf } = run;
  log.completeSteps(messageId, run.step + 1);
  const { path: folder } = deps.workspaces.folder(workspaceId);
  let outcome: PermissionOutcome | undefined;
  const permit = async (subject: PermissionSubject) => {
    const request = { workspaceId, messageId, toolCallId, asker, folder, rulesOf, subject };
    return (outcome = await permissions.request({ ...request, askedBy: 'parley' }, { signal: stop }));
  };
  if (run.result === null) {
    const input = { command: line, timeout_seconds: longest };
    const result = await runCommand
      .run(input, contextOf(deps, run, { permit, stop }))
      .catch((error: unknown) => {
        if (stop.aborted) return { ok: false, text: interrupted };
        throw error;
      });
    const text = withNotes(permissions.notes(run), result.text);
    log.settleTool(workspaceId, messageId, toolCallId, { ok: result.ok, text: `${about(line)}\n${text}` });
  }
  const ending = commands.find(workspaceId, toolCallId)?.ending?.type;
  if (stop.aborted || ending === 'cut-off' || isCutOff(outcome)) return 'cut-off';
  return outcome?.type === 'denied' && ending === undefined ? 'refused' : 'ended';
}

const asker = 'Parley';

function contextOf(
  { workspaces }: WorktreeSetupDeps,
  { workspaceId, messageId, toolCallId, step }: Run,
  { permit, stop }: { permit: ToolContext['permit']; stop: AbortSignal },
): ToolContext {
  const { mode } = workspaces.row(workspaceId);
  const folder = workspaces.folder(workspaceId);
  const call = { workspaceId, messageId, toolCallId, step };
  return { ...call, mode, asker, folder, mentions: () => [], permit, signal: stop };
}

/** True where nobody has decided, since the process or the turn ended before. */
function isCutOff(outcome: PermissionOutcome | undefined): boolean {
  return outcome?.type === 'cut-off' || outcome?.type === 'interrupted';
}

/** The agent reads it with the result: it did not make the call. */
function about(line: string): string {
  return `The person has Parley run this once in a new worktree, before you begin: ${line}`;
}
