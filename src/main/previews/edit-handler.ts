import { shownName } from '../folder/workspace-path.ts';
import type { KnownFolder } from '../folder/folder-handle.ts';
import type { EditWriter } from '../folder/edit-writer.ts';
import type { StoredEdit } from '../storage/action-store.ts';
import { textOfUserEdits } from './edits/user-edits.ts';
import type { ResolveHandler } from './resolve-handler.ts';

/** Returns the handler of a staged change of files, from its stored form. */
export function editHandler(
  { shown, content }: StoredEdit,
  folder: KnownFolder,
  writer: EditWriter,
): ResolveHandler {
  const { label, sourceToolName, preview, state } = shown;
  return {
    label,
    sourceToolName,
    userEdit: textOfUserEdits(content),
    async apply(_reason, _extra, signal) {
      await writer.apply({ folder, files: content.files, begun: state.type === 'carrying-out', signal });
      const files = preview.files.map(({ path, change }) => ({ path, change }));
      return { text: appliedText(label, files), details: { files } };
    },
  };
}

function appliedText(label: string, files: readonly { path: string; change: string }[]): string {
  const list =
    files.length > 1 ? files.map(({ path, change }) => `\n- ${shownName(path)} (${change})`).join('') : '';
  return `Applied: ${label}.${list}`;
}
