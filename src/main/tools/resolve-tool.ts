import { z } from 'zod';
import type { ToolResult } from '../../shared/dialects/dialect.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Approvals } from '../../shared/previews/decision.ts';
import { decisionOf } from '../../shared/previews/preview-state.ts';
import { type ResolveInput, resolutionOf, resolutionNow } from '../../shared/previews/resolution.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import { type AgentTool, toolOf } from './tool.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { StandingHandler } from '../previews/resolve-handler.ts';
import type { ResolveQueue } from '../previews/resolve-queue.ts';

const inputSchema = z.lazy(() =>
  z.object({
    action: z.enum(['apply', 'discard']),
    reason: z.string().describe('Why you apply or discard it'),
    extra: z.record(z.string(), z.unknown()).optional(),
  }),
);

const description =
  'Apply or discard what a preview shows. Call it when you are told that something is pending; the person may decide otherwise, and then their decision holds.';

const nothingPending = 'No pending action to resolve. Nothing to apply or discard.';
export const undecided = 'User responded in chat; the preview is still undecided';

export type ResolveToolDeps = {
  queue: ResolveQueue;
  /** Consulted only where nothing is queued. */
  standing: StandingHandler;
  approvals: (workspaceId: WorkspaceId) => Approvals;
  /** True when the person has written a message that the agent has not read yet; that is the reply then. */
  hasReply: (workspaceId: WorkspaceId) => boolean;
};

/**
 * The hidden tool that settles a preview, oh-my-pi's `resolve`. A call waits for the person where they have the
 * last word, and continues to wait after a restart.
 */
export function createResolveTool({ queue, standing, approvals, hasReply }: ResolveToolDeps): AgentTool {
  async function resolve(input: ResolveInput, context: ToolContext): Promise<ToolResult> {
    const queued = queue.take(context.workspaceId, context.toolCallId);
    if (queued !== undefined) return settle(queued, input, context);
    const found = await standing(input, context);
    switch (found.type) {
      case 'staged':
        return settle(found.action, input, context);
      case 'answered':
        return found.result;
      case 'passed':
        return { ok: false, text: nothingPending };
    }
  }

  async function settle(taken: StoredAction, input: ResolveInput, context: ToolContext): Promise<ToolResult> {
    const { workspaceId, toolCallId, mode, signal } = context;
    if (taken.shown.state.type === 'ended')
      return taken.progress.result ?? { ok: false, text: nothingPending };
    const action = queue.request(taken, toolCallId, input);
    // In plan mode nothing is written that the person did not decide just now.
    const rule = mode === 'plan' ? 'ask' : approvals(workspaceId);
    const resolution = resolutionNow(action.shown, input, rule);
    if (resolution === 'wait') return wait(action, signal);
    const result = await queue.carryOut(action, resolution, { signal });
    return stillAsked(queue, action) ? wait(action, signal) : result;
  }

  async function wait(action: StoredAction, signal: AbortSignal): Promise<ToolResult> {
    const { workspaceId } = action;
    const end = hasReply(workspaceId) ? 'replied' : await queue.waitForPerson(action, signal);
    switch (end) {
      case 'decided':
        break;
      case 'superseded':
        return { ok: false, text: nothingPending };
      case 'replied':
        queue.release(workspaceId);
        return { ok: false, text: undecided };
      case 'interrupted':
        queue.release(workspaceId);
        throw signal.reason;
    }
    const decided = queue.pending(workspaceId).find(({ shown }) => shown.id === action.shown.id);
    const decision = decided && decisionOf(decided.shown.state);
    if (decided === undefined || !decision) return { ok: false, text: nothingPending };
    const result = await queue.carryOut(decided, resolutionOf(decision), { signal });
    return stillAsked(queue, action) ? wait(action, signal) : result;
  }

  return toolOf({
    name: 'resolve',
    kind: 'preview',
    description,
    inputSchema,
    run: ({ action, reason, extra }, context) =>
      resolve({ action, reason, ...(extra === undefined ? {} : { extra }) }, context),
  });
}

/** True where the person has to look again before the call gets its result. */
function stillAsked(queue: ResolveQueue, { workspaceId, shown: { id } }: StoredAction): boolean {
  const state = queue.find(workspaceId, id)?.shown.state;
  return state?.type === 'open' && state.request !== null;
}
