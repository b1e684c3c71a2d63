import { expect, type Page } from '@playwright/test';
import { composer } from './chat.ts';
import { type Parley, test } from './parley.ts';

type Told = { title: string; body: string; tag: string };

/**
 * Keeps what a page's real notifications said, in the order they came, and can click them. The page is told that
 * it may notify: a headless browser always says that it may not, whatever is granted.
 */
export async function keepNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told: Notification[] = [];
    Object.assign(window, { told });
    window.Notification = class extends Notification {
      static override get permission(): NotificationPermission {
        return 'granted';
      }
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        told.push(this);
      }
    };
  });
  await page.reload();
  await expect(composer(page)).toBeVisible();
}

export const told = (page: Page): Promise<Told[]> =>
  page.evaluate(() => {
    const all: unknown = Object.entries(window).find(([name]) => name === 'told')?.[1];
    return Array.isArray(all) ? all.map(({ title, body, tag }: Notification) => ({ title, body, tag })) : [];
  });

export const pressNotification = (page: Page, index: number) =>
  page.evaluate((at) => {
    const all: unknown = Object.entries(window).find(([name]) => name === 'told')?.[1];
    const notification: unknown = Array.isArray(all) ? all[at] : undefined;
    if (notification instanceof EventTarget) notification.dispatchEvent(new Event('click'));
  }, index);

/** Lets a page notify, and keeps what it says. */
export async function startNotifying({ page, address }: Parley): Promise<void> {
  test.skip(address === null, 'the desktop shows notifications itself, see desktop.spec.ts');
  await page.context().grantPermissions(['notifications'], { origin: new URL(address ?? '').origin });
  await keepNotifications(page);
}
