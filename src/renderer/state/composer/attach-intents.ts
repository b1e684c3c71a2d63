import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Attachment, AttachmentId } from '../../../shared/transcript/attachment.ts';
import { largestImage } from '../../../shared/transcript/attachment-limits.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import type { ComposerState } from './composer-state.ts';
import { base64Of } from '../attached-files.ts';
import { type ParleyStore, updateComposer } from '../parley-store.ts';

/** Actions of a person on the files of the message being written. Problems are shown in the composer. */
export type AttachIntents = {
  /** Stores files with the message, in their order. What main refuses is named, the others stay. */
  attachFiles(id: WorkspaceId, files: readonly File[]): void;
  detach(id: WorkspaceId, attachmentId: AttachmentId): void;
};

export function createAttachIntents(companion: Companion, store: ParleyStore): AttachIntents {
  const change = (id: WorkspaceId, part: (composer: ComposerState) => Partial<ComposerState>) =>
    updateComposer(store, id, (composer) => ({ ...composer, ...part(composer) }));

  async function attach(id: WorkspaceId, files: readonly File[]): Promise<void> {
    const waiting = files.map((file) => ({ key: crypto.randomUUID(), name: file.name, file }));
    change(id, ({ attaching }) => ({ attaching: [...attaching, ...waiting], problem: null }));
    const problems: string[] = [];
    for (const { key, file } of waiting) {
      const result = await storeFile(id, key, file);
      if (typeof result === 'string') problems.push(result);
      change(id, ({ attaching, attached }) => ({
        attaching: attaching.filter((other) => other.key !== key),
        attached: typeof result === 'string' ? attached : [...attached, result],
      }));
      if (problems.length > 0) change(id, () => ({ problem: problems.join(' ') }));
    }
  }

  async function storeFile(id: WorkspaceId, key: string, file: File): Promise<Attachment | string> {
    if (file.size > largestImage) {
      return `${file.name} is too large: an image can have 3.75 MB, a text file 256 kB. Put it into the folder and mention it with @ instead.`;
    }
    const data = await base64Of(file);
    if (data === null) return `${file.name} could not be read. Only files can be attached, not folders.`;
    return companion.client.workspace
      .attach({ workspaceId: id, key, name: file.name, data })
      .catch(failureText);
  }

  return {
    attachFiles: (id, files) => void attach(id, files),
    detach(id, attachmentId) {
      change(id, ({ attached }) => ({ attached: attached.filter((other) => other.id !== attachmentId) }));
      companion.client.workspace
        .detach({ workspaceId: id, attachmentId })
        .catch((error: unknown) => change(id, () => ({ problem: failureText(error) })));
    },
  };
}
