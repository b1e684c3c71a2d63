import { visibleText } from '../../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ImageAttachment } from '../../../shared/transcript/attachment.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AttachedImage } from './attached-image.tsx';

type ImageDialogProps = { workspaceId: WorkspaceId; image: ImageAttachment; onClose(): void };

export function ImageDialog({ workspaceId, image, onClose }: ImageDialogProps) {
  const most = { width: innerWidth - 64, height: innerHeight - 140 };
  return (
    <Dialog title={image.name} size="fitting" onClose={onClose}>
      <AttachedImage
        {...{ workspaceId, image, most }}
        whole
        alt={visibleText(image.name, 'line')}
        className="mx-auto rounded-small"
      />
    </Dialog>
  );
}
