import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Attachment, ImageAttachment } from '../../shared/transcript/attachment.ts';
import { AttachedImage } from './attached-image.tsx';
import { fileSize } from './file-size.ts';
import { ImageDialog } from './image-dialog.tsx';

const most = { width: 280, height: 200 };

type MessageAttachmentsProps = { workspaceId: WorkspaceId; attachments: readonly Attachment[] };

/** What came with a message: images to open, text files by their name. */
export function MessageAttachments({ workspaceId, attachments }: MessageAttachmentsProps) {
  const [opened, setOpened] = useState<ImageAttachment | null>(null);
  if (attachments.length === 0) return null;
  return (
    <>
      <ul aria-label="Attachments" className="flex max-w-[85%] flex-wrap justify-end gap-2">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="max-w-full">
            {attachment.kind === 'image' ? (
              <button
                type="button"
                aria-label={`Open ${attachment.name}`}
                title={attachment.name}
                onClick={() => setOpened(attachment)}
                className="hit-square flex max-w-full items-center justify-center overflow-hidden rounded-card border border-hairline bg-sunken"
              >
                <AttachedImage workspaceId={workspaceId} image={attachment} most={most} alt="" />
              </button>
            ) : (
              <span className="hit flex items-center gap-2 rounded-card border border-hairline bg-raised px-3 py-1 text-minor">
                <FileText aria-hidden className="size-4 shrink-0 text-secondary" />
                <span className="wrap-anywhere">{attachment.name}</span>
                <span className="shrink-0 text-secondary tabular-nums">{fileSize(attachment.size)}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {opened !== null && (
        <ImageDialog workspaceId={workspaceId} image={opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
