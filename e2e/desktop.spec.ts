import { expect, type Page } from '@playwright/test';
import type * as Electron from 'electron';
import { windowPaper } from '../src/main/desktop/window-bounds.ts';
import { button, cards, composer, folderField, send, waitingCard } from './support/chat.ts';
import { openSettings, settingsHeading } from './support/pages.ts';
import { type Parley, test } from './support/parley.ts';
import type { StandinApp } from './support/standin-app.ts';

const only = 'only the stand-in for Electron keeps what the desktop was asked for';

function standinOf({ standin }: Parley): StandinApp {
  test.skip(standin === null, only);
  if (standin === null) throw new Error(only);
  return standin;
}

/** Chooses an item of the application's menu as a person does, once the page has said that it can be had. */
async function chooseInMenu(standin: StandinApp, label: string): Promise<void> {
  await expect.poll(() => standin.evaluate(enabledInMenu, label)).toBe(true);
  await standin.evaluate(({ Menu }, chosen) => {
    const all = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
    all.find((item) => item.label === chosen)?.click();
  }, label);
}

function enabledInMenu({ Menu }: typeof Electron, label: string): boolean | undefined {
  const all = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
  return all.find((item) => item.label === label)?.enabled;
}

const closeWindow = (standin: StandinApp) =>
  standin.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

const blurWindow = (standin: StandinApp) =>
  standin.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());

async function askSomething(page: Page): Promise<void> {
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
}

test('the menu runs the commands of the page and shows their keys', async ({ parley }) => {
  const standin = standinOf(parley);
  const { page } = parley;
  await expect(composer(page)).toBeVisible();
  const menu = standin.recorded.menus.at(-1) ?? [];
  expect(menu.map(({ label }) => label)).toEqual(['File', 'Edit', 'Chat', 'View', 'Go', 'Window', 'Help']);
  expect(menu[0]?.submenu?.[0]).toMatchObject({ label: 'New chat', accelerator: 'CmdOrCtrl+N' });
  await chooseInMenu(standin, 'Keyboard shortcuts');
  await expect(settingsHeading(page, 'Keyboard')).toBeVisible();
});

test('what waits shows as a badge and in the tray, whose menu leads there', async ({ parley }) => {
  const standin = standinOf(parley);
  const { page } = parley;
  await askSomething(page);
  await expect.poll(() => standin.recorded.badge).toBe(1);
  const menus = standin.recorded.tray.filter(({ what }) => what === 'menu');
  expect(menus.at(-1)?.value).toMatchObject([
    { label: expect.stringMatching(/^Plan a /) },
    { type: 'separator' },
    { label: 'Open Parley' },
    { label: 'Quit' },
  ]);
  expect(standin.recorded.tray).toContainEqual({
    what: 'toolTip',
    value: 'Parley: 1 thing needs you',
  });
  await button(page, 'Stop').click();
  await expect.poll(() => standin.recorded.badge).toBe(0);
  expect(standin.recorded.tray.at(-1)).toMatchObject({ what: 'destroyed' });
});

test('a question notifies only while the window has no focus, and a click leads to its card', async ({
  parley,
}) => {
  const standin = standinOf(parley);
  const { page } = parley;
  await askSomething(page);
  await button(page, 'Stop').click();
  await expect.poll(() => standin.recorded.badge).toBe(0);
  expect(standin.recorded.notifications).toEqual([]);
  await composer(page).fill('Plan a changelog for this project');
  await blurWindow(standin);
  await button(page, 'Send').click();
  await expect.poll(() => standin.recorded.notifications.length).toBe(1);
  const [notification] = standin.recorded.notifications;
  expect(notification?.title).toMatch(/^Parley · Plan a /);
  const card = cards(page).last();
  await expect(card).toContainText(notification?.body ?? 'nothing');
  await composer(page).focus();
  await standin.emitNotification(0, 'click');
  await expect(card.getByRole('radio').or(card.getByRole('checkbox')).first()).toBeFocused();
  expect(await standin.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFocused())).toBe(
    true,
  );
});

test('the last window closes into the tray while something waits, and the tray opens it again', async ({
  parley,
}) => {
  const standin = standinOf(parley);
  await askSomething(parley.page);
  await expect.poll(() => standin.recorded.badge).toBe(1);
  await closeWindow(standin);
  const opened = standin.waitForEvent('window');
  await standin.emitTray(0, 'click');
  await opened;
  expect(await standin.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('the last window ends Parley when nothing waits', async ({ parley }) => {
  const standin = standinOf(parley);
  await expect(composer(parley.page)).toBeVisible();
  const ended = standin.waitForEvent('close');
  await closeWindow(standin);
  expect(await ended).toMatchObject({ code: 0 });
});

test('Quit asks while something waits, and keeps Parley open when told so', async ({ parley }) => {
  const standin = standinOf(parley);
  await askSomething(parley.page);
  await expect.poll(() => standin.recorded.badge).toBe(1);
  await standin.queueDialog('showMessageBox', 0);
  await standin.evaluate(({ app }) => app.quit());
  await expect.poll(() => standin.recorded.dialogs.length).toBe(1);
  expect(standin.recorded.dialogs[0]?.options).toMatchObject({
    message: 'Quit while 1 thing needs you?',
    buttons: ['Keep Parley open', 'Quit'],
  });
  await expect(cards(parley.page)).toBeVisible();
  await standin.queueDialog('showMessageBox', 1);
  const ended = standin.waitForEvent('close');
  await standin.evaluate(({ app }) => app.quit());
  expect(await ended).toMatchObject({ code: 0 });
});

test('the window opens again where it stood, as large and as zoomed', async ({ parley }) => {
  const standin = standinOf(parley);
  await expect(composer(parley.page)).toBeVisible();
  await standin.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 40, width: 900, height: 640 }),
  );
  await chooseInMenu(standin, 'Zoom in');
  await expect
    .poll(() =>
      standin.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.zoomLevel),
    )
    .toBeCloseTo(0.5);
  await parley.end();
  await parley.start();
  await expect(composer(parley.page)).toBeVisible();
  const again = standinOf(parley);
  expect(again.recorded.windowOptions[0]).toMatchObject({ x: 60, y: 40, width: 900, height: 640 });
  await expect
    .poll(() =>
      again.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.zoomLevel),
    )
    .toBeCloseTo(0.5);
});

test('the folder of a new workspace can be chosen in the system’s own dialog', async ({ parley }) => {
  const standin = standinOf(parley);
  const { page, workspaceDir } = parley;
  await button(page, 'Open a folder').click();
  await standin.queueDialog('showOpenDialog', [workspaceDir]);
  await button(page, 'Choose…').click();
  await expect(folderField(page)).toHaveValue(workspaceDir);
  await standin.queueDialog('showOpenDialog', null);
  await button(page, 'Choose…').click();
  await expect.poll(() => standin.recorded.dialogs.length).toBe(2);
  await expect(folderField(page)).toHaveValue(workspaceDir);
});

test('a link opens its workspace, and one that leads nowhere gets words', async ({ parley }) => {
  const standin = standinOf(parley);
  const { page } = parley;
  await expect(composer(page)).toBeVisible();
  const id = decodeURIComponent(new URL(page.url()).hash.replace('#/workspace/', ''));
  await composer(page).fill('half a thought');
  await chooseInMenu(standin, 'New chat');
  await expect.poll(() => page.url()).not.toContain(id);
  await standin.openUrl(`parley://workspace/${id}`);
  await expect.poll(() => page.url()).toContain(id);
  await standin.openUrl('parley://workspace/nowhere');
  await expect(page.getByRole('alert')).toContainText('leads to a chat that is not here');
  await standin.openUrl('parley:nonsense');
  await expect(page.getByRole('alert')).toContainText('not a link to a chat');
  await standin.evaluate(
    ({ app }, link) => app.emit('second-instance', {}, [], '/', { link }),
    `parley://workspace/${id}`,
  );
  await expect(page.getByRole('alert')).toBeHidden();
  await expect.poll(() => page.url()).toContain(id);
});

test('the menu greys what cannot be had now', async ({ parley }) => {
  const standin = standinOf(parley);
  const { page } = parley;
  const isEnabled = (label: string) => standin.evaluate(enabledInMenu, label);
  await expect(composer(page)).toBeVisible();
  await expect.poll(() => isEnabled('Stop the agent')).toBe(false);
  expect(await isEnabled('New chat')).toBe(true);
  expect(await isEnabled('Chat 2')).toBe(false);
  await askSomething(page);
  await expect.poll(() => isEnabled('Stop the agent')).toBe(true);
  await openSettings(page, 'General');
  await expect.poll(() => isEnabled('Stop the agent')).toBe(false);
  expect(await isEnabled('Open a folder')).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => isEnabled('Stop the agent')).toBe(true);
  await button(page, 'Open a folder').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => isEnabled('Open a folder')).toBe(false);
  await page.keyboard.press('Escape');
  await expect.poll(() => isEnabled('Open a folder')).toBe(true);
});

test('the frame and the ground of the window follow the chosen theme', async ({ parley }) => {
  const standin = standinOf(parley);
  const { page } = parley;
  const look = () =>
    standin.evaluate(({ nativeTheme, BrowserWindow }) => [
      nativeTheme.themeSource,
      BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase(),
    ]);
  await expect(composer(page)).toBeVisible();
  await openSettings(page, 'Appearance');
  await page.getByRole('radio', { name: 'Dark', exact: true }).click();
  await expect.poll(look).toEqual(['dark', windowPaper.dark]);
  await page.getByRole('radio', { name: 'Light', exact: true }).click();
  await expect.poll(look).toEqual(['light', windowPaper.light]);
});

test('the window goes nowhere else, opens nothing, is granted nothing, and serves no other frame', async ({
  parley,
}) => {
  const standin = standinOf(parley);
  const { page } = parley;
  await expect(composer(page)).toBeVisible();
  const here = page.url();
  const windows = await page.evaluate(() =>
    [
      'https://parley.test/a',
      'http://parley.test/b',
      'file:///etc/passwd',
      'https://me:secret@parley.test/c',
    ].map((address) => window.open(address)),
  );
  expect(windows).toEqual([null, null, null, null]);
  await expect.poll(() => standin.recorded.externalUrls).toEqual(['https://parley.test/a']);
  await page.evaluate(() => location.assign('https://parley.test/d'));
  await expect.poll(() => standin.recorded.externalUrls).toContain('https://parley.test/d');
  await page.evaluate(() => location.assign('http://parley.test/e'));
  const refused = await page.evaluate(() =>
    Promise.all([
      Notification.requestPermission(),
      navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        () => 'denied',
      ),
    ]),
  );
  expect(refused).toEqual(['denied', 'denied']);
  expect(page.url()).toBe(here);
  expect(standin.recorded.externalUrls).toHaveLength(2);
  expect(await standin.evaluate(offerPorts)).toEqual(['closed', 'closed', 'closed', 'served']);
  const { windows: inspected } = await standin.securityReport();
  expect(inspected).toMatchObject([
    {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      globals: [],
      navigationGuard: { effective: true },
      windowOpen: { action: 'deny' },
      permissions: { requestHandler: true, checkHandler: true },
      csp: { present: true, unsafeEval: false, unsafeInlineScript: false, evalWorks: false },
    },
  ]);
  const { permissions } = inspected[0] ?? {};
  expect(Object.values(permissions?.grantedToForeignOrigin ?? {})).toEqual([false, false, false, false]);
});

/** Hands over ports as other frames and a page elsewhere would, then as our own page does. */
function offerPorts({ BrowserWindow, ipcMain }: typeof Electron): string[] {
  const sender = BrowserWindow.getAllWindows()[0]?.webContents;
  const own = sender?.mainFrame;
  if (own === undefined) return [];
  const frames = [null, { url: own.url }, { url: 'https://evil.test/' }, own];
  return frames.map((senderFrame, index) => {
    let was = 'served';
    const port = { close: () => (was = 'closed'), start: () => undefined, on: () => undefined };
    const mainFrame = index === 2 ? senderFrame : own;
    ipcMain.emit('parley:port', { senderFrame, sender: { mainFrame }, ports: [port] });
    return was;
  });
}
