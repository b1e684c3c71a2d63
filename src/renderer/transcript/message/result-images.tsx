import { visibleText } from '../../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ImageAttachment } from '../../../shared/transcript/attachment.ts';
import { AttachedImage } from './attached-image.tsx';

/** The most that an image of a result measures, in CSS pixels. */
const largest = { width: 480, height: 320 };

/** The images that came of a call. */
export function ResultImages({
  workspaceId,
  images,
}: {
  workspaceId: WorkspaceId;
  images: readonly ImageAttachment[];
}) {
  return (
    <ul aria-label="Images" className="mt-2 flex flex-wrap gap-2">
      {images.map((image) => (
        <li key={image.id} className="overflow-hidden rounded-card border border-hairline">
          <AttachedImage {...{ workspaceId, image }} most={largest} alt={visibleText(image.name, 'line')} />
        </li>
      ))}
    </ul>
  );
}
