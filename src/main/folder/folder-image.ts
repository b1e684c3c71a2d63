import { belongsToGit, protectionsOf } from '../../shared/files/protected-files.ts';
import { largestImage, mostPixels } from '../../shared/transcript/attachment-limits.ts';
import type { FolderImage } from '../../shared/transcript/folder-image.ts';
import { readImage } from '../../shared/transcript/read-image.ts';
import type { ChatFolder } from './chat-folder.ts';
import { openRegular } from './file-content.ts';
import { locate } from './workspace-path.ts';

/**
 * Returns an image of a chat's folder by its path; null for what is no whole PNG, JPEG, GIF or WebP by its
 * content, is too large, protected or git's own, and for every path that leads outside. Why is not told.
 */
export async function readFolderImage(folder: ChatFolder, path: string): Promise<FolderImage | null> {
  const located = await locate(folder, path);
  if (!located.ok) return null;
  const { shown, asked } = located.resolved;
  if (belongsToGit(shown) || protectionsOf(shown, asked).length > 0) return null;
  const bytes = await boundedContent(located.resolved.path);
  const image = bytes === null ? null : readImage(bytes);
  if (bytes === null || image?.is !== 'image' || image.width * image.height > mostPixels) return null;
  return { data: bytes.toString('base64'), mediaType: image.mediaType };
}

async function boundedContent(path: string): Promise<Buffer | null> {
  const file = await openRegular(path).catch(() => null);
  if (file === null || 'kind' in file) return null;
  try {
    if (file.size > largestImage) return null;
    const bytes = await file.handle.readFile();
    return bytes.length > largestImage ? null : bytes;
  } finally {
    await file.handle.close();
  }
}
