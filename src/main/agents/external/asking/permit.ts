import type { WorkspaceId } from '../../../../shared/ids.ts';
import { type PermissionRequest, stoppedWaiting } from '../../../permissions/permissions.ts';
import type { HostedParts } from '../hosted-parts.ts';
import type { LeftCalls } from '../calls/left-calls.ts';
import { cancelled, selected } from './permission-answer.ts';
import { choicesOf, subjectOf } from './permission-subject.ts';
import type { PermissionAsked } from '../protocol/protocol.schema.ts';
import type { TurnControl } from '../turn-control.ts';
import type { KnownCall } from '../calls/known-calls.ts';

type Permitting = {
  parts: HostedParts & { left: LeftCalls };
  workspaceId: WorkspaceId;
  /** The agent's name for people. */
  name: string;
  asked: PermissionAsked;
  call: KnownCall;
  /** Aborts when the agent stops waiting. */
  signal: AbortSignal;
  turn: TurnControl;
};

/** Answers a request for permission by one of the agent's own options, as the person decides on the card. */
export async function permit(permitting: Permitting): Promise<unknown> {
  const { parts, workspaceId, name, asked, call, signal, turn } = permitting;
  const { workspaces, left } = parts;
  const { toolCallId, messageId } = call;
  left.watch(workspaceId, toolCallId, signal);
  const folder = workspaces.row(workspaceId).folder;
  const request = {
    workspaceId,
    toolCallId,
    messageId,
    asker: name,
    folder,
    subject: subjectOf(call.state, turn.recorder.filesOf(call), folder),
    choices: choicesOf(asked),
  };
  const ends = AbortSignal.any([turn.stop, withdrawalOf(signal, turn)]);
  return call.asking(() => answerTo(permitting, request, ends));
}

async function answerTo(
  { parts, asked, call, turn }: Permitting,
  request: PermissionRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const { permissions, permissionStore } = parts;
  const verdict = await permissions.request(request, { signal });
  // What the agent has heard is never told again.
  if (!turn.isOver()) permissions.begin(request);
  const chosen = permissionStore.ofCall(request).at(-1)?.shown.settlement?.choice?.id;
  const option = asked.options.find(({ optionId }) => optionId.slice(0, 200) === chosen)?.optionId;
  const no =
    asked.options.find(({ kind }) => kind === 'reject_once') ??
    asked.options.find(({ kind }) => kind?.startsWith('reject'));
  switch (verdict.type) {
    case 'allowed':
      return option === undefined ? cancelled : selected(option);
    case 'denied': {
      if (verdict.reason !== undefined) turn.tell(`I said no${aboutCall(call)}. ${verdict.reason}`);
      const breaksOff = verdict.stop === true || (verdict.reason !== undefined && turn.refusesByBreakingOff);
      const refusal = option ?? no?.optionId;
      if (!breaksOff && refusal !== undefined) return selected(refusal);
      turn.breakOff();
      return cancelled;
    }
    case 'replied-in-chat':
      turn.breakOff();
      return cancelled;
    case 'interrupted':
    case 'cut-off':
      return cancelled;
    case 'nobody':
      return no === undefined ? cancelled : selected(no.optionId);
  }
}

/** Aborts when the agent itself stops waiting, and not when it is gone: then what waits stays as it is. */
export function withdrawalOf(signal: AbortSignal, turn: TurnControl): AbortSignal {
  const withdrawn = new AbortController();
  const withdraw = async () => {
    if (!(await turn.isGone())) withdrawn.abort(stoppedWaiting);
  };
  signal.addEventListener('abort', () => void withdraw(), { once: true });
  return withdrawn.signal;
}

function aboutCall({ state: { title } }: KnownCall): string {
  return title.trim() === '' ? '' : ` to “${title.trim()}”`;
}
