import type { WorkspaceId } from '../../shared/ids.ts';
import type { AttachmentId, ImageAttachment } from '../../shared/transcript/attachment.ts';
import type { Companion } from '../companion.ts';

export type ImageAddresses = {
  /** Resolves to an address for an image; null when it can't be had. */
  imageAddress(id: WorkspaceId, image: ImageAttachment, size: ImageSize): Promise<string | null>;
};

/** `small` is the copy that models get, where it shows the whole image. */
type ImageSize = 'small' | 'whole';

/** The most addresses kept; an image on screen stays visible when its address goes. */
const most = 60;

/** Fetches images from main when they are first shown, and keeps the newest. */
export function createImageAddresses(companion: Companion): ImageAddresses {
  const known = new Map<string, Promise<string | null>>();

  async function fetchImage(
    id: WorkspaceId,
    image: ImageAttachment,
    size: ImageSize,
  ): Promise<string | null> {
    const copy = size === 'small' && image.animated !== true ? image.copy : undefined;
    try {
      const { data } = await companion.client.workspace.readAttachment({
        workspaceId: id,
        attachmentId: image.id,
        copy: copy !== undefined,
      });
      return URL.createObjectURL(new Blob([bytesOf(data)], { type: (copy ?? image).mediaType }));
    } catch {
      known.delete(keyOf(image, size));
      return null;
    }
  }

  function forgetOldest(): void {
    const [oldest] = known;
    if (oldest === undefined || known.size <= most) return;
    known.delete(oldest[0]);
    void oldest[1].then((address) => address !== null && URL.revokeObjectURL(address));
  }

  return {
    imageAddress(id, image, size) {
      const key = keyOf(image, size);
      const found = known.get(key) ?? fetchImage(id, image, size);
      known.delete(key);
      known.set(key, found);
      forgetOldest();
      return found;
    },
  };
}

const keyOf = ({ id }: ImageAttachment, size: ImageSize): string => `${size} ${id}`;

/** Returns a file as base64; null when it can't be read, as with a folder. */
export function base64Of(file: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const { result } = reader;
      resolve(typeof result === 'string' ? result.slice(result.indexOf(',') + 1) : null);
    });
    reader.addEventListener('error', () => resolve(null));
    reader.readAsDataURL(file);
  });
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export type TextFiles = {
  /** Resolves to the text of an attached text file; null when it can't be had. */
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
