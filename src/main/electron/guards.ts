import { app, session, type Session, shell, type WebContents } from 'electron';
import { agreedFrame } from '../../shared/host/host.ts';
import { linkScheme } from '../../shared/workspace/workspace-link.ts';
import { type IsOwnPage, mayBeFramed, mayUse } from './own-page.ts';

/**
 * Returns an address that may be opened in the browser: https, or http where the person `agreed` to it; without a
 * name or password in it.
 */
function outsideAddress(address: string, agreed: boolean): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  const isWeb = protocol === 'https:' || (agreed && protocol === 'http:');
  return isWeb && username === '' && password === '' ? href : undefined;
}

function openOutside(address: string, agreed = false): void {
  const href = outsideAddress(address, agreed);
  if (href !== undefined) shell.openExternal(href).catch(() => undefined);
}

/** Keeps the window on its own page: links open outside, nothing else opens. */
export function guardContents(contents: WebContents, isOwnPage: IsOwnPage): void {
  contents.on('will-navigate', (event) => {
    if (isOwnPage(event.url)) return;
    event.preventDefault();
    openOutside(event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && !mayBeFramed(event.url, isOwnPage)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url, frameName }) => {
    openOutside(url, frameName === agreedFrame);
    return { action: 'deny' };
  });
}

/** Our page may write to the clipboard; no page gets any other permission or a device. */
export function limitPermissions(isOwnPage: IsOwnPage, of: Session = session.defaultSession): void {
  of.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl: url, isMainFrame }) =>
    answer(mayUse(permission, { url, isMainFrame }, isOwnPage)),
  );
  of.setPermissionCheckHandler((_contents, permission, _origin, { requestingUrl: url, isMainFrame }) =>
    mayUse(permission, { url, isMainFrame }, isOwnPage),
  );
  of.setDevicePermissionHandler(() => false);
}

/** Registers this app for `parley:` links. */
export function registerLinks(): void {
  const [, script] = process.argv;
  if (process.defaultApp && script !== undefined) {
    app.setAsDefaultProtocolClient(linkScheme, process.execPath, [app.getAppPath()]);
  } else {
    app.setAsDefaultProtocolClient(linkScheme);
  }
}

/** On a Mac links come as events, perhaps before the app is ready; they are buffered until somebody listens. */
export function collectLinks(): { listen(listener: (link: string) => void): void } {
  const early: string[] = [];
  let take = (link: string): void => void early.push(link);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    take(link);
  });
  return {
    listen(listener) {
      take = listener;
      for (const link of early.splice(0)) listener(link);
    },
  };
}
