import type { CallKey, WorkspaceId } from '../../../shared/ids.ts';
import type { AgentStatus } from '../chat-agent.ts';
import type { ExternalDeps } from './external-deps.ts';

type StatusDeps = Pick<ExternalDeps, 'asks' | 'permissions' | 'forms'>;

/** Returns the status of a chat's external agent, from what is stored. */
export function statusOf(
  deps: StatusDeps & Pick<ExternalDeps, 'log' | 'messages' | 'sessions'>,
  workspaceId: WorkspaceId,
): AgentStatus {
  const { log, messages, sessions } = deps;
  const last = log
    .historyEnd(workspaceId)
    .findLast((entry) => entry.role === 'user' || entry.steps.length > 0);
  if (last?.role === 'agent') {
    const calls = last.steps.flatMap((step) => step.parts);
    const waits = calls.some(
      (part) =>
        part.type === 'tool' &&
        part.result === null &&
        waitsForPerson(deps, { workspaceId, toolCallId: part.tool_call_id }),
    );
    if (waits) return 'waits';
  }
  const opens = sessions.session(workspaceId)?.opens ?? null;
  if (opens !== null || messages.hasQueued(workspaceId) || last?.role === 'user') return 'unfinished';
  return last === undefined || last.steps.at(-1)?.complete === true ? 'done' : 'unfinished';
}

/** True of a call that waits for the person, or whose decision has not reached its agent. */
export function waitsForPerson({ asks, permissions, forms }: StatusDeps, call: CallKey): boolean {
  return (
    asks.get(call.workspaceId, call.toolCallId) !== undefined ||
    permissions.resumes(call) ||
    forms.left(call) !== undefined
  );
}
