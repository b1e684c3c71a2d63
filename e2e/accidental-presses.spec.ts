import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import {
  button,
  cards,
  conversation,
  pickFirstOfEach,
  press,
  send,
  untilArmed,
  waitingCard,
  waitingPlan,
} from './support/chat.ts';
import { holdTime, untilShown } from './support/page-clock.ts';
import { test } from './support/parley.ts';
import { preview } from './support/previews.ts';

test.use({ alone: true });

/** Presses where the pointer is. */
async function pressHere(page: Page, clickCount = 1): Promise<void> {
  await page.mouse.down({ clickCount });
  await page.mouse.up({ clickCount });
}

/** Points at the end of a control: what comes last in a foot ends where the last of the next foot does. */
async function hoverEnd(control: Locator): Promise<void> {
  const { width, height } = await control.evaluate((element) => element.getBoundingClientRect());
  await control.hover({ position: { x: width - 24, y: height / 2 } });
}

/** Scrolls to where the foot of the last card no longer sticks: the next card's comes to stand there. */
async function scrollToEnd(page: Page): Promise<void> {
  await conversation(page).evaluate((log) => log.scrollTo({ top: log.scrollHeight, behavior: 'instant' }));
}

for (const [presses, clickCount] of [
  ['single', 1],
  ['double', 2],
] as const) {
  test(`Apply that arrives under a resting pointer writes nothing by ${presses} clicks`, async ({
    parley: { page, workspaceDir },
  }) => {
    const readme = join(workspaceDir, 'README.md');
    await page.clock.install();
    await send(page, 'Plan a README for this project');
    await pickFirstOfEach(await waitingCard(page));
    await press(cards(page).last(), 'Submit answers');
    const plan = await waitingPlan(page);
    await untilArmed(plan);
    await scrollToEnd(page);
    await hoverEnd(button(plan, 'Approve plan'));
    await holdTime(page);
    await pressHere(page);
    const apply = button(preview(page, 'Create README.md'), 'Apply');
    await untilShown(page, apply);
    const isPointedAt = () => apply.evaluate((element) => element.matches(':hover'));
    await expect.poll(isPointedAt, 'it is under the pointer').toBe(true);
    const look = () =>
      apply.evaluate((element) =>
        [...getComputedStyle(element)].map((name) => getComputedStyle(element).getPropertyValue(name)),
      );
    const arming = await look();
    for (const milliseconds of [0, 100, 100, 100, 100, 60]) {
      await page.clock.runFor(milliseconds);
      await pressHere(page, clickCount);
    }
    await expect(apply).toHaveAttribute('aria-disabled', 'true');
    await page.clock.resume();
    await untilArmed(preview(page, 'Create README.md'));
    expect(existsSync(readme)).toBe(false);
    expect(await look(), 'it looks the same').toEqual(arming);
    await pressHere(page);
    await expect.poll(() => existsSync(readme)).toBe(true);
  });
}
