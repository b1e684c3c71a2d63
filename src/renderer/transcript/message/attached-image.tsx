import { useEffect, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ImageAttachment } from '../../../shared/transcript/attachment.ts';
import { useParley } from '../../parley-context.tsx';

type AttachedImageProps = {
  workspaceId: WorkspaceId;
  image: ImageAttachment;
  /** Text for screen readers; empty if the surroundings name the image. */
  alt: string;
  /** The largest size, in CSS pixels. */
  most: { width: number; height: number };
  /** True to fetch the original instead of the copy that models get. */
  whole?: boolean;
  className?: string;
};

/** An image of a message, fetched when it is first shown; its size is reserved from the start. */
export function AttachedImage(props: AttachedImageProps) {
  const { workspaceId, image, alt, most, whole = false, className = '' } = props;
  const { imageAddress } = useParley();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let active = true;
    void imageAddress(workspaceId, image, whole ? 'whole' : 'small').then((found) => {
      if (active) setAddress(found);
    });
    return () => {
      active = false;
    };
  }, [imageAddress, workspaceId, image, whole]);
  const scale = Math.min(1, most.width / image.width, most.height / image.height);
  const size = { width: Math.ceil(image.width * scale), height: Math.ceil(image.height * scale) };
  const shape = `block h-auto max-w-full bg-well ${className}`;
  if (address === null) return <canvas aria-hidden {...size} className={shape} />;
  return <img src={address} alt={alt} {...size} className={shape} />;
}
