import { lazyValue } from '../../../shared/lazy-value.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { AttachmentId, TextAttachment } from '../../../shared/transcript/attachment.ts';
import { failureText } from '../../connection/connection.ts';
import type { Parley } from '../parley.ts';
import { updateComposer } from '../parley-store.ts';

/** Actions of a person on the files of the message being written. Problems are shown in the composer. */
export type AttachIntents = {
  /** Stores files with the message, in their order. What main refuses is named, the others stay. */
  attachFiles(id: WorkspaceId, files: readonly File[]): void;
  detach(id: WorkspaceId, attachmentId: AttachmentId): void;
  /** Puts the text of an attached file at the end of the message, in place of the file. */
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
