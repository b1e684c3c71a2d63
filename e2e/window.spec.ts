import { expect } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/accessibility.ts';
import {
  button,
  cards,
  composer,
  conversation,
  listSection,
  send,
  untilIdle,
  waitingCard,
} from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { test } from './support/parley.ts';

test('a card that waits is told of in the sidebar, keeps its picks, and ends with the turn', async ({
  parley: { page },
}) => {
  const sidebar = page.getByRole('navigation', { name: 'Chats', exact: true });
  await expect(sidebar).toContainText('tiny-parser');
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);

  await test.step('the workspace says so in the sidebar, with a count', async () => {
    await expect(sidebar).toContainText('Guide has a few questions');
    await expect(listSection(page, 'Needs you').getByText('1', { exact: true })).toBeVisible();
  });

  await test.step('a single-select pick goes on by itself, coming back does not', async () => {
    const tabs = card.getByRole('tab');
    await card.getByRole('radio').first().click();
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
    await tabs.first().click();
    await expect(card.getByRole('radio').first()).toBeChecked();
    await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('it folds and unfolds without losing a pick', async () => {
    await card.getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
    await card.getByRole('textbox', { name: 'Other answer', exact: true }).fill('mine');
    await button(card, 'Collapse').click();
    await expect(card.getByRole('radio')).toHaveCount(0);
    await button(card, 'Collapse').click();
    await expect(card.getByRole('textbox', { name: 'Other answer', exact: true })).toHaveValue('mine');
  });

  await test.step('changing the mode leaves it alone', async () => {
    await page.getByRole('radio', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Edit', exact: true })).toBeChecked();
    await expect(card).toContainText('Needs you');
  });

  await test.step('Stop ends the turn and its questions', async () => {
    await button(page, 'Stop').click();
    await button(page, 'Stop anyway').click();
    await expect(card).toContainText('Stopped');
    await untilIdle(page);
    await expect(cards(page)).toHaveCount(1);
  });
});

test('a new workspace begins in Plan, and changes its mode only where another is chosen', async ({
  parley: { page },
}) => {
  const mode = page.getByRole('radiogroup', { name: 'Mode', exact: true });
  const [plan, edit] = [
    mode.getByRole('radio', { name: 'Plan', exact: true }),
    mode.getByRole('radio', { name: 'Edit', exact: true }),
  ];
  await expect(plan).toBeChecked();
  await plan.click();
  await expect(plan).toBeChecked();
  await edit.click();
  await expect(edit).toBeChecked();
  await expect(plan).not.toBeChecked();
  await page.reload();
  await expect(edit).toBeChecked();
});

test('a message sent while the agent works is kept and answered', async ({ parley: { page } }) => {
  await composer(page).fill('Plan a README for this project');
  await button(page, 'Send').click();
  await composer(page).fill('and mind the licence');
  await button(page, 'Send').click();
  await expect(conversation(page)).toContainText('and mind the licence');
});

test('the theme follows the system until one is chosen, and the choice stays', async ({
  parley: { page },
}) => {
  await expect(composer(page)).toBeVisible();
  await page.emulateMedia({ colorScheme: 'light' });
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
  await openSettings(page, 'Appearance');
  await page.getByRole('radio', { name: 'Light', exact: true }).click();
  await expect.poll(background).toBe(light);
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await expect.poll(background).toBe(light);
});

test('nothing is cut off at 360 px', async ({ parley: { page } }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(composer(page)).toBeVisible();
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await expectNoSidewaysScroll(page);
  await card.getByRole('tab', { name: 'Review', exact: true }).click();
  await expect(button(card, 'Submit answers')).toBeInViewport();
  await expectNoSidewaysScroll(page);
});
