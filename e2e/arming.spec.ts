import { expect, type Locator, type Page } from '@playwright/test';
import { button, untilArmed } from './support/chat.ts';
import { shown, test } from './support/gallery.ts';
import { holdTime } from './support/page-clock.ts';

const sending = (page: Page) => page.getByRole('status').filter({ hasText: 'Sending…' });
const reason = (page: Page) => page.getByRole('textbox', { name: 'Reason', exact: true });
const dismissing = (page: Page) => page.getByRole('status').filter({ hasText: 'Dismissed' });
const questions = (page: Page) => page.getByRole('region', { name: /^Questions from / }).first();

/** Opens a state anew, and stops its time right after it has been shown. */
async function showHeld(page: Page): Promise<void> {
  await page.clock.install();
  await page.reload();
  await shown(page);
  await holdTime(page);
}

async function pressHere(page: Page, clickCount = 1): Promise<void> {
  await page.mouse.down({ clickCount });
  await page.mouse.up({ clickCount });
}

/** Scrolls the conversation until the middle of a control of a card's foot is at a point, and the foot no longer sticks. */
async function scrollTo(control: Locator, y: number): Promise<void> {
  await control.evaluate((element, to) => {
    const { top, height } = element.getBoundingClientRect();
    const end = element.closest('[data-tool-call-id]')?.getBoundingClientRect().bottom ?? 0;
    const stuck = end - (element.closest('.card-foot')?.getBoundingClientRect().bottom ?? end);
    element.closest('[role=log]')?.scrollBy({ top: top + height / 2 + stuck - to, behavior: 'instant' });
  }, y);
}

test('a press that begins too early decides nothing, however late it ends', async ({ openState }) => {
  const page = await openState('?state=single-picked');
  await showHeld(page);
  await button(page, 'Dismiss').click();
  const dismiss = button(page, 'Dismiss questions');
  await page.clock.runFor(100);
  await dismiss.hover({ force: true });
  await page.mouse.down();
  await page.clock.runFor(1_000);
  await expect(dismiss).toHaveAttribute('aria-disabled', 'false');
  await page.mouse.up();
  await expect(reason(page)).toBeVisible();
  await pressHere(page);
  await expect(dismissing(page)).toBeVisible();
});

test('Enter pressed twice opens what asks for the reason, and dismisses nothing', async ({ openState }) => {
  const page = await openState('?state=single-picked');
  await showHeld(page);
  await button(page, 'Dismiss').focus();
  await page.keyboard.press('Enter');
  await expect(reason(page)).toBeFocused();
  await page.clock.runFor(300);
  await page.keyboard.press('Enter');
  await button(page, 'Dismiss questions').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(reason(page)).toBeVisible();
  await page.clock.runFor(400);
  await button(page, 'Dismiss questions').focus();
  await page.keyboard.press('Space');
  await expect(dismissing(page)).toBeVisible();
});

for (const [keys, focused] of [
  ['Control+Enter', 'Add a note'],
  ['Control+Enter', 'Collapse'],
  ['Enter', 'the chosen option'],
] as const) {
  test(`${keys} on ${focused} submits once the card was shown for a moment`, async ({ openState }) => {
    const page = await openState('?state=single-picked');
    const place =
      focused === 'the chosen option' ? page.getByRole('radio', { checked: true }) : button(page, focused);
    await showHeld(page);
    // Shown anew: a card that is put aside shows nothing.
    await button(page, 'Collapse').click();
    await button(page, 'Collapse').click();
    await page.clock.runFor(100);
    await place.focus();
    await page.keyboard.press(keys);
    await page.keyboard.down('Control');
    await page.keyboard.down('Enter');
    await page.clock.runFor(1_000);
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.up('Control');
    await expect(sending(page)).toBeHidden();
    await page.keyboard.press(keys);
    await expect(sending(page)).toBeVisible();
  });
}

test('keys submit nothing of a card that is put aside', async ({ openState }) => {
  const page = await openState('?state=collapsed');
  await button(page, 'Collapse').focus();
  await page.keyboard.press('Control+Enter');
  await button(page, 'Collapse').click();
  await untilArmed(questions(page));
  await expect(sending(page)).toBeHidden();
});

test('a double click on the last step submits nothing, nor one on what decides twice', async ({
  openState,
}) => {
  const page = await openState('?state=tabs');
  await page.getByRole('tab', { name: 'Release', exact: true }).click();
  await button(page, 'Next').dblclick();
  await expect(page.getByRole('tab', { name: 'Review', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await untilArmed(questions(page));
  await button(page, 'Submit answers').hover();
  await pressHere(page, 2);
  await expect(sending(page)).toBeHidden();
  await pressHere(page);
  await expect(sending(page)).toBeVisible();
});

test('software presses only what is armed', async ({ openState }) => {
  const page = await openState('?state=single-picked');
  await showHeld(page);
  await button(page, 'Collapse').click();
  await button(page, 'Collapse').click();
  const press = () => button(page, 'Submit answers').evaluate((element: HTMLElement) => element.click());
  await page.clock.runFor(400);
  await press();
  await expect(sending(page)).toBeHidden();
  await page.clock.runFor(200);
  await press();
  await expect(sending(page)).toBeVisible();
});

test('a finger decides by a tap', async ({ openState }) => {
  const page = await openState('?state=single-picked', { hasTouch: true });
  await button(page, 'Dismiss').tap();
  await button(page, 'Dismiss questions').tap();
  await expect(dismissing(page)).toBeVisible();
});

test('what scrolls to a resting pointer waits anew, what scrolls elsewhere does not', async ({
  openState,
}) => {
  const page = await openState('?state=two-waiting', { viewport: { width: 800, height: 360 } });
  const submit = button(questions(page), 'Skip');
  await untilArmed(questions(page));
  await submit.scrollIntoViewIfNeeded();
  const box = await submit.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 20, 150];
  await page.mouse.move(2, 2);
  await scrollTo(submit, y + 60);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await submit.getAttribute('aria-disabled')).toBe('false');
  await page.mouse.move(x, y);
  await submit.evaluate((element) => {
    const changes: (string | null)[] = [];
    new MutationObserver(() => changes.push(element.getAttribute('aria-disabled'))).observe(element, {
      attributeFilter: ['aria-disabled'],
    });
    Object.assign(element, { changes });
  });
  await scrollTo(submit, y);
  await expect
    .poll(() => submit.evaluate((element) => ('changes' in element ? element.changes : null)))
    .toEqual(['true', 'false']);
  await pressHere(page);
  await expect(sending(page)).toBeVisible();
});
