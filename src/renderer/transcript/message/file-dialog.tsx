import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Attachment } from '../../../shared/transcript/attachment.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AttachedImage } from './attached-image.tsx';
import { AttachedText } from './attached-text.tsx';

type FileDialogProps = { workspaceId: WorkspaceId; file: Attachment; onClose(): void };

/** A file as large as the window allows. */
export function FileDialog({ workspaceId, file, onClose }: FileDialogProps) {
  return (
    <Dialog title={file.name} size="fitting" onClose={onClose}>
      <Content workspaceId={workspaceId} file={file} />
    </Dialog>
  );
}

function Content({ workspaceId, file }: Omit<FileDialogProps, 'onClose'>) {
  switch (file.kind) {
    case 'image': {
      const most = { width: innerWidth - 64, height: innerHeight - 140 };
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
