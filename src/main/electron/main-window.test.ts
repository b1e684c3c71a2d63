import { expect, test, vi } from 'vitest';
import { createWindowMemory, windowPaper } from '../desktop/window-bounds.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { ownPageAt } from './own-page.ts';

const { electron, asked, answers, windows } = await vi.hoisted(async () => {
  const { createFakeElectron } = await import('../../../test/main/electron/fake-electron.ts');
  return createFakeElectron();
});
vi.mock('electron', () => electron);

const { keepWindow } = await import('./desktop-window.ts');
const { limitPermissions } = await import('./guards.ts');

const isOwnPage = ownPageAt('app://parley/index.html');

/** A window on a data folder as it was left. */
function openWindow(dataDir = temporaryFolder()) {
  const memory = createWindowMemory(dataDir);
  const options = {
    preload: '/preload.cjs',
    icon: '/icon.png',
    pageUrl: 'app://parley/index.html',
    isOwnPage,
    memory,
  };
  const window = keepWindow(options);
  const before = windows.length;
  window.show();
  const newest = () => {
    const last = windows.at(-1);
    if (last === undefined) throw new Error('No window was opened.');
    return last;
  };
  return { window, memory, newest, dataDir, count: () => windows.length - before };
}

test('the window is a sandboxed one that loads our page', () => {
  const { newest } = openWindow();
  expect(newest().options.webPreferences).toEqual({
    preload: '/preload.cjs',
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: true,
  });
  expect(newest().url).toBe('app://parley/index.html');
});

test('the window opens again where it stood, as large and as zoomed', async () => {
  const first = openWindow();
  const bounds = { x: 1_300, y: 40, width: 900, height: 640 };
  first.newest().bounds = bounds;
  first.newest().emit('move');
  first.window.zoom('zoom-in');
  expect(first.newest().webContents.zoom).toBe(0.5);
  first.newest().emit('resize');
  await first.memory.settle();
  const again = openWindow(first.dataDir);
  expect(again.newest().options).toMatchObject(bounds);
  again.newest().webContents.emit('did-finish-load');
  expect(again.newest().webContents.zoom).toBe(0.5);
});

test('a window that was maximised is so again once it has something to show', async () => {
  const first = openWindow();
  first.newest().bounds = { x: 10, y: 10, width: 900, height: 640 };
  first.newest().maximize();
  first.newest().emit('maximize');
  await first.memory.settle();
  const { newest } = openWindow(first.dataDir);
  expect(newest().state).toMatchObject({ maximised: false, shown: false });
  newest().emit('ready-to-show');
  expect(newest().state).toMatchObject({ maximised: true, shown: true });
});

test('there is one window, which comes to the front, and another once it was closed', () => {
  const { window, newest, count } = openWindow();
  newest().state.minimised = true;
  window.show();
  expect([count(), newest().state]).toEqual([
    1,
    { maximised: false, destroyed: false, minimised: false, focused: true, shown: true },
  ]);
  expect([window.isOpen(), window.isFocused()]).toEqual([true, true]);
  newest().close();
  expect([window.isOpen(), window.isFocused()]).toEqual([false, false]);
  window.show();
  expect([count(), window.isOpen()]).toEqual([2, true]);
});

test('a message opens the window, and waits until its page has loaded', async () => {
  const { window, newest, count } = openWindow();
  newest().close();
  window.send({ type: 'link', link: 'parley://workspace/a' });
  const { webContents } = newest();
  expect([count(), webContents.sent]).toEqual([2, []]);
  webContents.emit('did-finish-load');
  await expect
    .poll(() => webContents.sent)
    .toEqual([['parley:message', { type: 'link', link: 'parley://workspace/a' }]]);
});

test('the ground of the window follows the theme for as long as it is open', () => {
  const { newest } = openWindow();
  const window = newest();
  expect(window.options.backgroundColor).toBe(windowPaper.light);
  electron.nativeTheme.shouldUseDarkColors = true;
  electron.nativeTheme.emit('updated');
  expect(window.paper).toBe(windowPaper.dark);
  window.close();
  electron.nativeTheme.shouldUseDarkColors = false;
  electron.nativeTheme.emit('updated');
  expect(window.paper).toBe(windowPaper.dark);
});

test('a folder is chosen in the system’s own dialog, or none', async () => {
  const { window } = openWindow();
  answers.folders.push(['/home/parser']);
  expect([await window.chooseFolder(), await window.chooseFolder()]).toEqual(['/home/parser', null]);
});

test('the window goes nowhere else and opens nothing; safe addresses open outside', () => {
  const { webContents } = openWindow().newest();
  asked.opened.length = 0;
  const heldUp: string[] = [];
  const event = (name: string, more: object = {}) => ({
    preventDefault: () => void heldUp.push(name),
    ...more,
  });
  const addresses = [
    'https://parley.test/a',
    'http://parley.test/b',
    'file:///etc/passwd',
    'https://me:secret@parley.test/c',
    'https://me@parley.test/c',
    'not an address',
  ];
  for (const url of addresses) expect(webContents.openWindow({ url })).toEqual({ action: 'deny' });
  expect(asked.opened).toEqual(['https://parley.test/a']);
  asked.opened.length = 0;
  const agreed = { frameName: 'parley-link' };
  for (const url of addresses) expect(webContents.openWindow({ url, ...agreed })).toEqual({ action: 'deny' });
  expect(asked.opened).toEqual(['https://parley.test/a', 'http://parley.test/b']);
  asked.opened.splice(1);
  for (const url of ['https://parley.test/d', 'http://parley.test/e', 'app://parley/index.html#/workspace/a'])
    webContents.emit('will-navigate', event(url, { url }));
  expect(asked.opened).toEqual(['https://parley.test/a', 'https://parley.test/d']);
  const frameTo = (url: string, isMainFrame = false) =>
    webContents.emit('will-frame-navigate', event(`frame to ${url}`, { url, isMainFrame }));
  for (const url of [
    'https://parley.test/f',
    'app://parley/index.html',
    'app://parley/assets/diagram-1.html',
  ])
    frameTo(url);
  frameTo('app://parley/index.html', true);
  webContents.emit('will-attach-webview', event('webview'));
  expect(heldUp).toEqual([
    'https://parley.test/d',
    'http://parley.test/e',
    'frame to https://parley.test/f',
    'frame to app://parley/index.html',
    'webview',
  ]);
});

type Session = NonNullable<Parameters<typeof limitPermissions>[1]>;
type Details = { requestingUrl: string; isMainFrame: boolean };

test('no page is granted a device, and ours the clipboard alone', () => {
  const handlers: {
    request?: (contents: null, permission: string, answer: (may: boolean) => void, details: Details) => void;
    check?: (contents: null, permission: string, origin: string, details: Details) => boolean;
    device?: () => boolean;
  } = {};
  const session: unknown = {
    setPermissionRequestHandler: (handler: typeof handlers.request) => (handlers.request = handler),
    setPermissionCheckHandler: (handler: typeof handlers.check) => (handlers.check = handler),
    setDevicePermissionHandler: (handler: typeof handlers.device) => (handlers.device = handler),
  };
  const isSession = (made: unknown): made is Session => typeof made === 'object';
  if (!isSession(session)) throw new Error('It is one.');
  limitPermissions(isOwnPage, session);
  const granted = (permission: string, requestingUrl: string) => {
    const details = { requestingUrl, isMainFrame: true };
    let asked: boolean | undefined;
    handlers.request?.(null, permission, (may) => (asked = may), details);
    return [asked, handlers.check?.(null, permission, '', details)];
  };
  expect(granted('clipboard-sanitized-write', 'app://parley/')).toEqual([true, true]);
  expect(granted('clipboard-sanitized-write', 'https://evil.test/')).toEqual([false, false]);
  expect(granted('notifications', 'app://parley/')).toEqual([false, false]);
  expect(handlers.device?.()).toBe(false);
});
