import { type Session, session, shell, type WebContents } from 'electron';

/** An address that may be opened in the person's browser: https, without a name or password in it. */
const outsideAddress = (address: string): string | undefined => {
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  return protocol === 'https:' && username === '' && password === '' ? href : undefined;
};

const openOutside = (address: string): void => {
  const href = outsideAddress(address);
  if (href !== undefined) shell.openExternal(href).catch(() => undefined);
};

/** Keeps the window on its own page: links open outside, nothing else opens at all. */
export const guardContents = (contents: WebContents, isOwnPage: (url: string) => boolean): void => {
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
};

/** No page gets a permission or a device. */
export const denyPermissions = (of: Session = session.defaultSession): void => {
  of.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  of.setPermissionCheckHandler(() => false);
  of.setDevicePermissionHandler(() => false);
};
