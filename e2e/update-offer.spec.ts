import { expect } from '@playwright/test';
import { button, composer } from './support/chat.ts';
import { test } from './support/parley.ts';

test('a version that is ready is offered as a restart', async ({ parley }) => {
  const { page, standin } = parley;
  test.skip(standin === null, 'only the stand-in for Electron has a main process to send from');
  if (standin === null) return;
  await expect(composer(page)).toBeVisible();
  const offer = (version: string | null) =>
    standin.evaluate(({ BrowserWindow }, update) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.webContents.send('parley:message', { type: 'update', version: update });
    }, version);
  const restart = button(page, 'Update ready: restart');
  await offer('2.0.0');
  await expect(restart).toBeVisible();
  await standin.evaluate(({ app, ipcMain }) => {
    ipcMain.once('parley:restart', () => app.setBadgeCount(77));
  });
  await restart.click();
  await expect.poll(() => standin.recorded.badge).toBe(77);
  await offer(null);
  await expect(restart).toBeHidden();
});
