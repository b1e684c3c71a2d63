import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Attachment } from '../../../shared/transcript/attachment.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useModal } from '../../ui/use-modal.ts';
import { AttachedImage } from './attached-image.tsx';
import { AttachedText } from './attached-text.tsx';

type FileDialogProps = { workspaceId: WorkspaceId; file: Attachment; onClose(): void };

/** A file as large as the window allows; Escape and a click beside it close it. */
export function FileDialog({ workspaceId, file, onClose }: FileDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(dialog);
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
            {file.name}
          </h2>
          <IconButton label="Close" icon={<X aria-hidden />} onClick={() => dialog.current?.close()} />
        </div>
        <Content workspaceId={workspaceId} file={file} />
      </div>
    </dialog>
  );
}

function Content({ workspaceId, file }: Omit<FileDialogProps, 'onClose'>) {
  switch (file.kind) {
    case 'image': {
      const most = { width: innerWidth - 64, height: innerHeight - 130 };
      return (
        <AttachedImage
          {...{ workspaceId, most }}
          image={file}
          alt={file.name}
          className="mx-auto rounded-inset"
        />
      );
    }
    case 'text':
      return <AttachedText workspaceId={workspaceId} file={file} />;
  }
}
