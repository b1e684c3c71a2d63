import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Attachment } from '../../../shared/transcript/attachment.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AttachedImage } from './attached-image.tsx';
import { fileSize } from './file-size.ts';

type ChipProps = {
  /** The id prefix; the file's name has `-name` behind it. */
  id: string;
  name: string;
  detail: string;
  face?: ReactNode;
  /** True for a file that does not go along. */
  dropped?: boolean;
  children?: ReactNode;
};

/** A file of a message being written, with actions on it. */
export function AttachmentChip({ id, name, detail, face, dropped = false, children }: ChipProps) {
  return (
    <li
      data-dropped={dropped || undefined}
      className="group/chip flex min-h-12 max-w-full items-center gap-2 rounded-card border border-hairline bg-well py-0.5 ps-1 pe-1 text-second data-dropped:border-dashed data-dropped:bg-transparent"
    >
      {face ?? <span className="size-10" />}
      <span className="flex min-w-0 flex-col">
        <span
          id={`${id}-name`}
          title={visibleText(name, 'line')}
          className="max-w-44 truncate group-data-dropped/chip:text-secondary group-data-dropped/chip:line-through"
        >
          <VisibleText text={name} layout="line" />
        </span>
        <span className="text-small text-secondary tabular-nums">{detail}</span>
      </span>
      {children}
    </li>
  );
}

const thumbnail = { width: 40, height: 40 };

type FaceProps = { workspaceId: WorkspaceId; attachment: Attachment };

/** A thumbnail of an image, or an icon for text. */
export function AttachmentFace({ workspaceId, attachment }: FaceProps) {
  return (
    <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-control bg-selected group-data-dropped/chip:opacity-50">
      {attachment.kind === 'image' ? (
        <AttachedImage workspaceId={workspaceId} image={attachment} most={thumbnail} alt="" />
      ) : (
        <FileText aria-hidden className="size-4 text-secondary" />
      )}
    </span>
  );
}

/** Returns a file's size, and for an image the size at which models get it. */
export function attachmentDetail(attachment: Attachment): string {
  const size = fileSize(attachment.size);
  if (attachment.kind === 'text') return size;
  const { copy, width, height, animated } = attachment;
  if (animated === true) return `${size}, only its first frame is sent`;
  if (copy === undefined || (copy.width === width && copy.height === height)) return size;
  return `${size}, sent as ${pixels(copy.width)} × ${pixels(copy.height)}`;
}

const pixels = (count: number) => count.toLocaleString('en');
