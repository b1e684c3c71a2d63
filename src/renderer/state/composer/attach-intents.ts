import { lazyValue } from '../../../shared/lazy-value.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { AttachmentId, TextAttachment } from '../../../shared/transcript/attachment.ts';
import { failureText } from '../../connection/connection.ts';
import type { Parley } from '../parley.ts';
import { updateComposer } from '../parley-store.ts';

/** Actions on the files of the message being written. Problems are shown in the composer. */
export type AttachIntents = {
  /** Attaches files in order. A refused file is named; the others stay. */
  attachFiles(id: WorkspaceId, files: readonly File[]): void;
  detach(id: WorkspaceId, attachmentId: AttachmentId): void;
  /** Replaces an attached file by its text, at the end of the message. */
  insertAsText(id: WorkspaceId, file: TextAttachment): void;
};

export type AttachParts = Pick<Parley, 'companion' | 'store' | 'typeMessage' | 'readTextFile'>;

export function createAttachIntents(parts: AttachParts): AttachIntents {
  const load = lazyValue(async () => (await import('./attach-files.ts')).attachingFiles(parts));
  const act = (id: WorkspaceId, action: (files: AttachIntents) => void) =>
    void load()
      .then(action)
      .catch((error: unknown) =>
        updateComposer(parts.store, id, (composer) => ({ ...composer, problem: failureText(error) })),
      );
  return {
    attachFiles: (id, files) => act(id, (attaching) => attaching.attachFiles(id, files)),
    detach: (id, file) => act(id, (files) => files.detach(id, file)),
    insertAsText: (id, file) => act(id, (files) => files.insertAsText(id, file)),
  };
}
