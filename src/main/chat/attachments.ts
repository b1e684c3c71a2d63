import type { WorkspaceId } from '../../shared/ids.ts';
import { type AttachmentId, attachmentIdSchema } from '../../shared/transcript/attachment.ts';
import { mostAttachments } from '../../shared/transcript/attachment-limits.ts';
import type { AttachmentStore } from '../storage/attachment-store.ts';
import type { Examined } from './examine-file.ts';

/**
 * A file as a window sends it; `key` is the sender's, `data` base64, as is the `copy` of an image that it made for
 * models.
 */
type IncomingFile = { key: string; name: string; data: string; copy?: string | undefined };

export class Attachments {
  readonly #store: AttachmentStore;

  constructor(store: AttachmentStore) {
    this.#store = store;
  }

  /**
   * Adds a file to the unsent message; it is on the disk when this returns. Refused in words when it is
   * too large, neither text nor image, damaged, or one too many. A key seen before is the same file again.
   */
  async attach(workspaceId: WorkspaceId, { key, name, data, copy }: IncomingFile): Promise<Examined> {
    const { examineFile, withCopy } = await import('./examine-file.ts');
    const id = attachmentIdSchema.parse(key);
    const known = this.#store.read(workspaceId, id);
    if (known !== undefined) return { ok: true, attachment: known.attachment };
    if (this.#store.unsent(workspaceId).length >= mostAttachments) {
      const problem = `${name} was not attached: a message takes ${mostAttachments} files.`;
      return { ok: false, problem };
    }
    const bytes = Buffer.from(data, 'base64');
    const copied = copy === undefined ? null : Buffer.from(copy, 'base64');
    const examined = withCopy(examineFile(id, name, bytes), copied);
    if (examined.ok) this.#store.add(workspaceId, examined.attachment, bytes, copied);
    return examined;
  }

  /** Removes a file of the unsent message; what is not there any more is fine. */
  detach(workspaceId: WorkspaceId, id: AttachmentId): void {
    this.#store.removeUnsent(workspaceId, id);
  }

  /** The content of an attachment, or of its `copy` for models where it has one, as base64; undefined when it is gone. */
  read(workspaceId: WorkspaceId, id: AttachmentId, copy: boolean): { data: string } | undefined {
    const data = copy ? this.#store.readForModels(workspaceId, id) : this.#store.read(workspaceId, id)?.data;
    return data && { data: Buffer.from(data).toString('base64') };
  }
}
