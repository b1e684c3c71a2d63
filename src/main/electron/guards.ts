import { type Session, session, shell, type WebContents } from 'electron';
import { type IsOwnPage, mayUse } from './own-page.ts';

/** An address that may be opened in the person's browser: https, without a name or password in it. */
function outsideAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  return protocol === 'https:' && username === '' && password === '' ? href : undefined;
}

function openOutside(address: string): void {
  const href = outsideAddress(address);
  if (href !== undefined) shell.openExternal(href).catch(() => undefined);
}

/** Keeps the window on its own page: links open outside, nothing else opens at all. */
export function guardContents(contents: WebContents, isOwnPage: IsOwnPage): void {
  contents.on('will-navigate', (event) => {
    if (isOwnPage(event.url)) return;
    event.preventDefault();
    openOutside(event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}

/** Our page may write to the clipboard; no page gets another permission or a device. */
export function limitPermissions(isOwnPage: IsOwnPage, of: Session = session.defaultSession): void {
  of.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl: url, isMainFrame }) =>
    answer(mayUse(permission, { url, isMainFrame }, isOwnPage)),
  );
  of.setPermissionCheckHandler((_contents, permission, _origin, { requestingUrl: url, isMainFrame }) =>
    mayUse(permission, { url, isMainFrame }, isOwnPage),
  );
  of.setDevicePermissionHandler(() => false);
}
