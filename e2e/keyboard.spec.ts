import { expect, type Page } from '@playwright/test';
import { button, composer, folderField, send, waitingCard } from './support/chat.ts';
import { decisions, settingsHeading, settingsParts } from './support/pages.ts';
import { test } from './support/parley.ts';
import { say, test as withModel } from './support/provider.ts';

type Focus = { place: string; ringed: boolean };

/** The focused element, with its ring or the marked edge of its field. */
const focused = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return { place: 'the page', ringed: false };
    const isMarked = (candidate: Element | null) => {
      if (candidate === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    const holdsCaret = element.matches('textarea, input[role=combobox]');
    return {
      place:
        element.getAttribute('aria-label') ??
        (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent)
          ?.trim()
          .slice(0, 60) ??
        element.tagName,
      ringed: isMarked(element) || holdsCaret,
    };
  });

/** Goes round by Tab until a place comes again, and expects each on the way to be marked. */
async function walk(page: Page): Promise<string[]> {
  const places: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(() => document.activeElement === document.body);
    if (isOutside) continue; // The browser's own bar, between the last control and the first.
    const { place, ringed } = await focused(page);
    if (places.includes(place)) return places;
    expect(ringed, `${place} shows that it has the focus`).toBe(true);
    places.push(place);
  }
  return places;
}

test('Tab goes round the window and shows where it is', async ({ parley: { page } }) => {
  await expect(composer(page)).toBeFocused();
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  const places = await walk(page);
  expect(places).toEqual(expect.arrayContaining(['Open a folder', 'Settings', 'Dismiss', 'Stop']));
});

for (const { name, within } of [{ name: 'Open a folder', within: ['Close', 'Open folder'] }]) {
  test(`${name} is walked by Tab, keeps the focus inside, and Escape leads back`, async ({
    parley: { page },
  }) => {
    await expect(composer(page)).toBeFocused();
    await button(page, name).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
    const places = await walk(page);
    expect(places).toContain(within[0]);
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button(page, name)).toBeFocused();
    expect((await focused(page)).ringed).toBe(true);
  });
}

test('Settings are walked by Tab, with nothing of the chat between, and Escape leads back', async ({
  parley: { page },
}) => {
  await expect(composer(page)).toBeFocused();
  await button(page, 'Settings').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search settings', exact: true })).toBeFocused();
  const places = await walk(page);
  expect(places).toEqual(
    expect.arrayContaining(['Back to chats', 'General', 'Models', 'Developer', 'About']),
  );
  expect(places).not.toContain('Open a folder');
  await page.keyboard.press('Escape');
  await expect(settingsParts(page)).toBeHidden();
  await expect(button(page, 'Settings')).toBeFocused();
  expect((await focused(page)).ringed).toBe(true);
});

test('a folder that cannot be opened leaves the focus in its field', async ({ parley: { page } }) => {
  await button(page, 'Open a folder').click();
  await folderField(page).fill('/nowhere');
  await button(page, 'Open folder').click();
  await expect(page.getByRole('alert')).toContainText('There is no such folder.');
  await expect(folderField(page)).toBeFocused();
});

withModel(
  'the focus goes to the composer when a turn ends under Stop',
  async ({ parley: { page }, provider }) => {
    const gate = Promise.withResolvers<void>();
    provider.reply({ ...say('Two files.'), after: gate.promise });
    await send(page, 'Where should I start reading this project?');
    await button(page, 'Stop').focus();
    gate.resolve();
    await expect(button(page, 'Stop')).toBeHidden();
    await expect(composer(page)).toBeFocused();
  },
);

test('every command of the palette gives the focus a place', async ({ parley: { page } }) => {
  await expect(composer(page)).toBeFocused();
  for (const [command, place] of [
    ['Keyboard shortcuts', settingsHeading(page, 'Keyboard')],
    ['About Parley', settingsHeading(page, 'About')],
    ['Settings', settingsParts(page)],
    ['Decisions', decisions(page)],
    ['Open a folder', page.getByRole('dialog', { name: 'Open a folder', exact: true })],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill(command);
    await page.keyboard.press('Enter');
    await expect(place).toBeVisible();
    await expect(page.locator(':is(dialog, [data-page]) :focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(place).toBeHidden();
    await expect(composer(page)).toBeFocused();
  }
});

test.describe('with time to undo', () => {
  test.use({ manualClock: true });

  test('the list, its menu and its undo work by keys, and the focus is never lost', async ({
    parley: { page },
  }) => {
    await expect(composer(page)).toBeFocused();
    await button(page, 'Actions for New chat').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Actions for New chat')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(button(page, 'Undo deleting New chat')).toBeVisible();
    await expect.poll(async () => (await focused(page)).place).not.toBe('the page');
    await button(page, 'Undo deleting New chat').focus();
    await page.keyboard.press('Enter');
    await expect(button(page, 'Actions for New chat')).toBeAttached();
    await expect.poll(async () => (await focused(page)).place).not.toBe('the page');
  });
});
