import { shownName } from '../folder/workspace-path.ts';
import type { KnownFolder } from '../folder/folder-handle.ts';
import type { EditWriter } from '../folder/apply-edit.ts';
import { commentsOf } from '../../shared/previews/line-comments.ts';
import { decisionOf } from '../../shared/previews/preview-state.ts';
import type { StoredEdit } from '../storage/action-store.ts';
import { commentsText } from './edits/comments-text.ts';
import { textOfUserEdits } from './edits/user-edits.ts';
import type { ResolveHandler } from './resolve-handler.ts';

/** Returns the handler of a staged change of files, from its stored form. */
export function editHandler(
  { shown, content }: StoredEdit,
  folder: KnownFolder,
  writer: EditWriter,
): ResolveHandler {
  const { label, sourceToolName, preview, state } = shown;
  const decision = decisionOf(state);
  const comments = commentsText(commentsOf(decision), [...content.files, ...(content.dropped ?? [])]);
  return {
    label,
    sourceToolName,
    userEdit: textOfUserEdits(content),
    comments,
    async apply(_reason, _extra, signal) {
      await writer.apply({ folder, files: content.files, begun: state.type === 'carrying-out', signal });
      const files = preview.files.map(({ path, change }) => ({ path, change }));
      return { text: appliedText(label, files), details: { files } };
    },
    async reject() {
      return decision?.type === 'ask-for-changes'
        ? { text: changesAskedFor(label, [decision.note, comments, textOfUserEdits(content, decision.type)]) }
        : undefined;
    },
  };
}

function changesAskedFor(label: string, said: readonly (string | undefined)[]): string {
  return [
    `Changes asked for: ${label}. Nothing was written. Stage it again with what the user asks for.`,
    ...said.filter((text) => text !== undefined && text.trim() !== ''),
  ].join('\n\n');
}

function appliedText(label: string, files: readonly { path: string; change: string }[]): string {
  const list =
    files.length > 1 ? files.map(({ path, change }) => `\n- ${shownName(path)} (${change})`).join('') : '';
  return `Applied: ${label}.${list}`;
}
