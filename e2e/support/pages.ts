import { expect, type Locator, type Page } from '@playwright/test';
import { button } from './chat.ts';

export const settingsParts = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Settings', exact: true });

type Part =
  | 'General'
  | 'Appearance'
  | 'Models'
  | 'Agents'
  | 'Tools'
  | 'Permissions'
  | 'Notifications'
  | 'Data'
  | 'Keyboard'
  | 'Developer'
  | 'About';

export const settingsHeading = (page: Page, part: Part): Locator =>
  page.getByRole('heading', { name: part, exact: true, level: 1 });

export async function openSettings(page: Page, part: Part): Promise<void> {
  await button(page, 'Settings').click();
  await button(settingsParts(page), part).click();
  await expect(settingsHeading(page, part)).toBeVisible();
}

export const decisions = (page: Page): Locator =>
  page.getByRole('region', { name: 'Decisions', exact: true });

/** The entries of the record; the overview above them has lists too. */
export const decisionRows = (page: Page) =>
  decisions(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') });

/** How long the first page waits for its folders, in milliseconds (`patience` in `recent-folders.tsx`). */
const patience = 400;

/** Loads the first page anew and returns its list of folders, once that is there. */
export async function recentFolders(page: Page): Promise<Locator> {
  await page.addInitScript((stretched) => {
    const later = setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0, ...args: []) =>
        later(run, ms === stretched ? 60_000 : ms, ...args),
    });
  }, patience);
  await page.reload();
  const list = page.getByRole('region', { name: 'Recent folders on this machine', exact: true });
  await expect(list).toBeVisible();
  return list;
}
