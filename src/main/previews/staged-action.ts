import { createHash } from 'node:crypto';
import type { ActionId, MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import { isAgents } from '../../shared/previews/preview-kind.ts';
import type { Preview } from '../../shared/previews/preview.ts';
import type { Progress, StagedContent, StoredAction } from '../storage/action-store.ts';
import { staged } from '../../shared/previews/preview-state.ts';
import type { ResolveCallbacks } from './resolve-handler.ts';

/** The origin of a staged change: the call that staged it, and the model call that made that one. */
export type Origin = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  toolCallId: ToolCallId;
  step: number;
};

/**
 * The input of a producer that stages a preview. Callbacks can't be stored: those given here stand in for the
 * ones of its kind (`kind-handlers.ts`) as long as the process lives.
 */
export type NewPreview = Partial<ResolveCallbacks> & {
  label: string;
  sourceToolName: string;
  /** Who asks, where that is somebody outside the chat. */
  asker?: string;
  preview: Preview;
  content: StagedContent;
};

/** A staged change nobody has asked or decided about yet, as it is stored. */
export function newAction(
  { workspaceId, messageId, toolCallId, step }: Origin,
  { label, sourceToolName, asker, preview, content }: NewPreview,
  { id, openedAt }: { id: ActionId; openedAt: number },
): StoredAction {
  return {
    workspaceId,
    messageId,
    toolCallId,
    content,
    shown: {
      id,
      label,
      sourceToolName,
      ...(asker !== undefined && { asker }),
      fingerprint: fingerprintOf(preview, content),
      preview,
      openedAt,
      state: staged,
    },
    progress: {
      step,
      calls: [toolCallId],
      result: null,
      ...freshForces,
    },
  };
}

/** Returns a hash of what a preview shows and of what applying it does, as 64 hexadecimal digits. */
export function fingerprintOf(preview: Preview, content: StagedContent): string {
  return createHash('sha256')
    .update(JSON.stringify([preview, content]))
    .digest('hex');
}

/** True for a preview of an asker from outside, or of the person: it is no part of a turn of the chat's agent. */
export function isApart({ shown }: StoredAction): boolean {
  return shown.asker !== undefined || !isAgents(shown.preview);
}

type Forces = Pick<Progress, 'forcesLeft' | 'forced' | 'forcedAt'>;

/** The most reminders, and the most forced calls, in a row; oh-my-pi has no limit. */
const mostInARow = 3;

/** The most for one action, however often it fails. */
const mostForAll = 12;

/** The forces of an action that was just staged. */
export const freshForces: Forces = { forcesLeft: mostInARow, forced: 0, forcedAt: null };

/** Returns the progress after `resolve` was forced at a position. */
export function withForce(progress: Progress, at: { messageId: MessageId; step: number }): Progress {
  const { forcesLeft, forced } = progress;
  return { ...progress, forcesLeft: forcesLeft - 1, forced: forced + 1, forcedAt: at };
}

/** Returns the progress after a failure: `resolve` may be forced again, as long as the most for all is not reached. */
export function withForcesBack(progress: Progress): Progress {
  const leftForAll = Math.max(0, mostForAll - progress.forced);
  return { ...progress, forcesLeft: Math.min(mostInARow, leftForAll) };
}

/** Returns the progress of an action about which nothing is forced any more. */
export function withoutForces(progress: Progress): Progress {
  return { ...progress, forcesLeft: 0, forcedAt: null };
}
