import type { WorkspaceId } from '../../../shared/ids.ts';
import { textsBelow } from '../../../shared/texts-below.ts';
import type { Attachment, AttachmentId, TextAttachment } from '../../../shared/transcript/attachment.ts';
import { largestImage } from '../../../shared/transcript/attachment-limits.ts';
import { failureText } from '../../connection/connection.ts';
import { type ComposerState, emptyComposer } from './composer-state.ts';
import type { MessageSender } from './message-sender.ts';
import { prepareImage } from './prepare-image.ts';
import type { Companion } from '../../companion.ts';
import { base64Of, type TextFiles } from '../attached-files.ts';
import { type ParleyStore, updateComposer } from '../parley-store.ts';
import { isTooLong } from '../text-limit.ts';

/** Actions on the files of the message being written. Problems are shown in the composer. */
export type AttachIntents = {
  /** Attaches files in order. A refused file is named; the others stay. */
  attachFiles(id: WorkspaceId, files: readonly File[]): void;
  detach(id: WorkspaceId, attachmentId: AttachmentId): void;
  /** Replaces an attached file by its text, at the end of the message. */
  insertAsText(id: WorkspaceId, file: TextAttachment): void;
};

export type AttachDeps = { companion: Companion; store: ParleyStore } & Pick<MessageSender, 'typeMessage'> &
  Pick<TextFiles, 'readTextFile'>;

const unreadable = ({ name }: File) => `${name} could not be read. Only files can be attached, not folders.`;

const tooLargeText = ({ name }: File) =>
  `${name} is too large: a text file can have 3.75 MB. Put it into the folder and mention it with @ instead.`;

/** Loaded with the first action on a file. */
export function attachingFiles({ companion, store, typeMessage, readTextFile }: AttachDeps): AttachIntents {
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
    const prepared = await prepareImage(file).catch(() => null);
    if (prepared === null) return unreadable(file);
    if (!prepared.ok) return prepared.problem;
    if (prepared.copy === null && file.size > largestImage) return tooLargeText(file);
    const data = await base64Of(file);
    if (data === null) return unreadable(file);
    const copy = prepared.copy === null ? null : await base64Of(prepared.copy);
    return companion.client.workspace
      .attach({ workspaceId: id, key, name: file.name, data, ...(copy !== null && { copy }) })
      .catch(failureText);
  }

  function detach(id: WorkspaceId, attachmentId: AttachmentId): void {
    change(id, ({ attached }) => ({ attached: attached.filter((other) => other.id !== attachmentId) }));
    companion.client.workspace
      .detach({ workspaceId: id, attachmentId })
      .catch((error: unknown) => change(id, () => ({ problem: failureText(error) })));
  }

  async function insert(id: WorkspaceId, { id: fileId, name }: TextAttachment): Promise<void> {
    change(id, () => ({ problem: null }));
    const content = await readTextFile(id, fileId);
    const { text, attached, sending } = store.getState().composers[id] ?? emptyComposer;
    // It may have been removed or sent meanwhile.
    if (sending !== null || !attached.some((file) => file.id === fileId)) return;
    if (content === null) return change(id, () => ({ problem: `${name} could not be read. Try again.` }));
    const joined = textsBelow(text, content);
    if (isTooLong(joined)) return change(id, () => ({ problem: `${name} ${staysAttached}` }));
    typeMessage(id, joined);
    detach(id, fileId);
  }

  return {
    attachFiles: (id, files) => void attach(id, files),
    detach,
    insertAsText: (id, file) => void insert(id, file),
  };
}

const staysAttached =
  'stays a file: as text the message would be too long. Parley takes 1,000,000 characters.';
