import type { WorkspaceId } from '../../../shared/ids.ts';
import type { CallKey } from '../../pending/pending-calls.ts';
import type { Standing } from '../chat-agent.ts';
import type { HostedParts } from './external-deps.ts';

type Waiting = Pick<HostedParts, 'asks' | 'permissions' | 'forms'>;

/** Returns how the hosted agent of a chat was left there. */
export function standingOf(
  parts: Waiting & Pick<HostedParts, 'log' | 'messages' | 'hosted'>,
  workspaceId: WorkspaceId,
): Standing {
  const { log, messages, hosted } = parts;
  const last = log
    .historyEnd(workspaceId)
    .findLast((entry) => entry.role === 'user' || entry.steps.length > 0);
  if (last?.role === 'agent') {
    const calls = last.steps.flatMap((step) => step.parts);
    const waits = calls.some(
      (part) =>
        part.type === 'tool' &&
        part.result === null &&
        waitsForPerson(parts, { workspaceId, toolCallId: part.tool_call_id }),
    );
    if (waits) return 'waits';
  }
  const opens = hosted.session(workspaceId)?.opens ?? null;
  if (opens !== null || messages.hasQueued(workspaceId) || last?.role === 'user') return 'unfinished';
  return last === undefined || last.steps.at(-1)?.complete === true ? 'done' : 'unfinished';
}

/** True of a call that waits for the person, or was decided and its agent has not heard. */
export function waitsForPerson({ asks, permissions, forms }: Waiting, call: CallKey): boolean {
  return (
    asks.get(call.workspaceId, call.toolCallId) !== undefined ||
    permissions.resumes(call) ||
    forms.left(call) !== undefined
  );
}
