import { isFramedPage } from '../http/security-headers.ts';

export type IsOwnPage = (url: string) => boolean;

/** Returns a check for addresses of our own page, by scheme and host. */
export function ownPageAt(pageUrl: string): IsOwnPage {
  const own = new URL(pageUrl);
  return (url) => {
    if (!URL.canParse(url)) return false;
    const { protocol, host } = new URL(url);
    return protocol === own.protocol && host === own.host;
  };
}

/** Who requests a permission: the frame's address, where Electron knows it, and whether it is the main frame. */
type Asking = { url: string | undefined; isMainFrame: boolean };

/** The one permission: our own page may write text to the clipboard. */
export function mayUse(permission: string, { url, isMainFrame }: Asking, isOwnPage: IsOwnPage): boolean {
  return permission === 'clipboard-sanitized-write' && isMainFrame && url !== undefined && isOwnPage(url);
}

/** True for an address that a frame of our own page may show. */
export function mayBeFramed(url: string, isOwnPage: IsOwnPage): boolean {
  return isOwnPage(url) && isFramedPage(new URL(url).pathname);
}
