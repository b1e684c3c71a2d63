import type { StoredAction } from '../../src/main/storage/action-store.ts';
import { actionIdSchema } from '../../src/shared/ids.ts';

const path = 'src/parse.ts';
const lines = Array.from({ length: 30 }, (_, index) => `  const part${index} = read(text, ${index});`);

/** An edit of one file that the person applied. */
export function settledEdit({
  at,
  ...place
}: Pick<StoredAction, 'workspaceId' | 'messageId' | 'toolCallId'> & { at: number }): StoredAction {
  const { toolCallId } = place;
  const [before, after] = [lines.join('\n'), lines.join('\n').replaceAll('read', 'take')];
  const hunk = {
    oldStart: 1,
    oldLines: lines.length,
    newStart: 1,
    newLines: lines.length,
    lines: [...lines.map((line) => `-${line}`), ...lines.map((line) => `+${line.replace('read', 'take')}`)],
  };
  return {
    ...place,
    content: { type: 'edit', files: [{ path, before, after }] },
    shown: {
      id: actionIdSchema.parse(`edit-${toolCallId}`),
      label: `Edit ${path}`,
      sourceToolName: 'edit_file',
      fingerprint: `print-${toolCallId}`,
      preview: { type: 'edit', files: [{ path, change: 'changed', hunks: [hunk] }] },
      openedAt: at,
      state: {
        type: 'ended',
        resolvedBy: null,
        settlement: {
          outcome: { type: 'applied', decidedBy: 'user', agentReason: null, userWords: null, undone: false },
          at,
        },
        undoing: false,
      },
    },
    progress: {
      step: 0,
      calls: [toolCallId],
      result: { ok: true, text: 'Applied.', details: null },
      forcesLeft: 0,
      forced: 1,
      forcedAt: null,
    },
  };
}
