import type { WorkspaceId } from '../../../shared/ids.ts';
import type { AttachmentId } from '../../../shared/transcript/attachment.ts';
import type { Companion } from '../../companion.ts';
import { bytesOf } from './file-content.ts';

export type TextFiles = {
  /** What an attached text file says; null when it cannot be had. */
  readTextFile(id: WorkspaceId, file: AttachmentId): Promise<string | null>;
};

export function createTextFiles(companion: Companion): TextFiles {
  return {
    readTextFile: (id, file) =>
      companion.client.workspace.readAttachment({ workspaceId: id, attachmentId: file }).then(
        ({ data }) => new TextDecoder().decode(bytesOf(data)),
        () => null,
      ),
  };
}
