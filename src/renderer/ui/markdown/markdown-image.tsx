import { use, useEffect, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { Dialog } from '../dialog.tsx';
import { VisibleText } from '../visible-text.tsx';
import { MarkdownContext, type MarkdownWindow } from './markdown-context.ts';

type Loaded = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; address: string };

/** An image of the text or the chat's folder in a frame of one size; pressing it shows it larger. */
export function MarkdownImage({ href, alt }: { href: string; alt: string }) {
  const host = use(MarkdownContext);
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' });
  const [large, setLarge] = useState(false);
  useEffect(() => {
    let address: string | null = null;
    let active = true;
    void blobOf(href, host).then((blob) => {
      if (!active) return;
      address = blob === null ? null : URL.createObjectURL(blob);
      setLoaded(address === null ? { status: 'failed' } : { status: 'ready', address });
    });
    return () => {
      active = false;
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [href, host]);
  const name = visibleText(alt, 'line');
  if (loaded.status !== 'ready')
    return (
      <span className="image-frame" data-failed={loaded.status === 'failed' ? '' : undefined}>
        {loaded.status === 'failed' && <VisibleText text={alt} />}
      </span>
    );
  const onError = () => setLoaded({ status: 'failed' });
  return (
    <>
      <button
        type="button"
        className="image-frame"
        aria-label={`Open ${name}`}
        onClick={() => setLarge(true)}
      >
        <img src={loaded.address} alt={name} onError={onError} />
      </button>
      {large && (
        <Dialog title={name} size="fitting" onClose={() => setLarge(false)}>
          <img
            src={loaded.address}
            alt={name}
            className="mx-auto max-h-[calc(100dvh-140px)] max-w-full rounded-small"
          />
        </Dialog>
      )}
    </>
  );
}

/** The longest image within a text, in characters. */
const longestData = 4_000_000;

async function blobOf(href: string, host: MarkdownWindow | null): Promise<Blob | null> {
  try {
    const [, mediaType, data] = /^data:([^;]*);base64,(.*)$/is.exec(href) ?? [];
    if (mediaType !== undefined && data !== undefined)
      return href.length > longestData ? null : blobFrom(data, mediaType.toLowerCase());
    const image = await host?.readFolderImage(decodeURIComponent(href));
    return image ? blobFrom(image.data, image.mediaType) : null;
  } catch {
    // Not base64, not an encoded path, or main can't be reached.
    return null;
  }
}

function blobFrom(base64: string, type: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type });
}
