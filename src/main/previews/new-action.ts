import type { ActionId, MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { Preview } from '../../shared/previews/preview.ts';
import type { StagedContent, StoredAction } from '../storage/action-store.ts';
import { fingerprintOf } from './fingerprint.ts';

/** The most reminders, and the most forced calls, for one action; the source has no cap. */
const mostForces = 3;

/** The origin of a staged change: the call that staged it, and the model call that made that one. */
export type Origin = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  toolCallId: ToolCallId;
  step: number;
};

/** The input of a producer that stages a preview. */
export type NewPreview = {
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
      request: null,
      decision: null,
      failure: null,
      leftByAgent: false,
      ending: null,
    },
    progress: {
      step,
      calls: [toolCallId],
      request: null,
      verdict: null,
      result: null,
      forcesLeft: mostForces,
      forcedAt: null,
    },
  };
}
