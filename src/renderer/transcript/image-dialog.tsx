import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { ImageAttachment } from '../../shared/transcript/attachment.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useModal } from '../ui/use-modal.ts';
import { AttachedImage } from './attached-image.tsx';

type ImageDialogProps = { workspaceId: WorkspaceId; image: ImageAttachment; onClose(): void };

/** An image as large as the window allows; Escape and a click beside it close it. */
export function ImageDialog({ workspaceId, image, onClose }: ImageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(dialog);
  const most = { width: innerWidth - 64, height: innerHeight - 130 };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      className={
        'm-auto min-w-60 max-w-[calc(100vw-16px)] rounded-card border border-hairline bg-raised p-0 ' +
        'text-ink shadow-dialog appear backdrop:bg-veil'
      }
    >
      <div className="p-3">
        <div className="mb-2 flex items-center justify-between gap-3 ps-1">
          <h2 id={titleId} className="min-w-0 font-medium wrap-anywhere">
            {image.name}
          </h2>
          <IconButton label="Close" icon={<X aria-hidden />} onClick={() => dialog.current?.close()} />
        </div>
        <AttachedImage {...{ workspaceId, image, most }} alt={image.name} className="mx-auto rounded-inset" />
      </div>
    </dialog>
  );
}
