import { expect, type Page } from '@playwright/test';
import type { AnthropicServer } from '../test/main/agents/model/anthropic-server.ts';
import { expectAccessible } from './support/accessibility.ts';
import { button, composer, press, send, untilArmed, untilSaid } from './support/chat.ts';
import { holdTime, untilShown } from './support/page-clock.ts';
import { preview, wish, write } from './support/previews.ts';
import { answer, say, test } from './support/provider.ts';

const lines = Array.from({ length: 100 }, (_, index) => `Line ${index + 1}`).join('\n');
const long = (id: string, path = 'NOTES.md') => write(id, path, `${lines}\n`);
const pane = (page: Page) => page.getByRole('region', { name: '1 file to review', exact: true });
/** The edge of the pane, which is there as soon as one opens, before its content is loaded. */
const paneEdge = (page: Page) => page.getByRole('separator', { name: 'Width of the pane', exact: true });

/**
 * Stages a long change, whose call is held back until nobody has pressed anything for so long, in milliseconds. The
 * page's time stands then.
 */
async function stageLong(page: Page, provider: AnthropicServer, quiet = 1_200): Promise<{ release(): void }> {
  const held = Promise.withResolvers<void>();
  await page.clock.install();
  provider.reply({ ...answer(long('w1')), after: held.promise }, wish(), say('Done.'));
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await send(page, 'Write it');
  await provider.request(0);
  await holdTime(page);
  await page.clock.runFor(quiet);
  return { release: held.resolve };
}

const card = (page: Page) => preview(page, 'Create NOTES.md');

test('a preview too long for its card opens beside the chat, leaves the caret alone, and stays closed', async ({
  parley: { page, address },
  provider,
  sharedBrowser,
}) => {
  const { release } = await stageLong(page, provider);
  release();
  await untilShown(page, pane(page));
  await expect(paneEdge(page)).toBeVisible();
  await page.clock.resume();
  await expect(composer(page)).toBeFocused();
  await expect(button(pane(page), 'Apply')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pane(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
  if (address === null) return;
  // Not by a reload: the clock in this page's place has an origin of its own there, before the preview came.
  const context = await (await sharedBrowser()).newContext({ viewport: page.viewportSize() });
  const later = await context.newPage();
  const here = new URL(page.url());
  here.search = new URL(address).search;
  await later.goto(here.href);
  await expect(button(card(later), 'Read and apply')).toBeVisible();
  await expect(paneEdge(later)).toBeHidden();
  await context.close();
});

test('it does not open while somebody types', async ({ parley: { page }, provider }) => {
  const { release } = await stageLong(page, provider);
  await page.keyboard.press('Shift');
  release();
  await untilShown(page, button(card(page), 'Read and apply'), () => page.keyboard.press('Shift'));
  await page.clock.resume();
  await untilArmed(card(page));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(paneEdge(page)).toBeHidden();
});

test('it does not open in a window that has no room for both', async ({ parley: { page }, provider }) => {
  await page.setViewportSize({ width: 1099, height: 800 });
  const { release } = await stageLong(page, provider);
  release();
  await untilShown(page, button(card(page), 'Read and apply'));
  await page.clock.resume();
  await untilArmed(card(page));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(paneEdge(page)).toBeHidden();
});

test('it opens right after the message, since the press that sent it is nobody at work', async ({
  parley: { page },
  provider,
}) => {
  const { release } = await stageLong(page, provider, 0);
  release();
  await untilShown(page, pane(page));
  await page.clock.resume();
  await expect(button(pane(page), 'Apply')).toBeVisible();
});

const plan = (times: string) =>
  `# Notes\n\n1. Write them down.\n2. Read them ${times}.\n\n${'Word for word.\n\n'.repeat(40)}`;

const propose = (id: string, times: string) =>
  answer({ type: 'tool_use', id, name: 'propose_plan', input: { title: 'Notes', plan: plan(times) } });

test('the pane of a plan that goes back stays for the next version, which shows what changed', async ({
  parley: { page },
  provider,
}) => {
  const held = Promise.withResolvers<void>();
  provider.reply(
    propose('p1', 'once'),
    wish('Ready.', 'r1'),
    { ...propose('p2', 'twice'), after: held.promise },
    wish('Ready again.', 'r2'),
    say('On it.'),
  );
  await page.getByRole('radio', { name: 'Plan', exact: true }).click();
  await send(page, 'Plan it');
  const pane = page.getByRole('region', { name: 'Plan', exact: true });
  await expect(pane).toContainText('Read them once.');
  await button(pane, 'Add a note on “Read them once.”').click();
  await page.keyboard.type('Twice');
  await press(pane, 'Refine plan');
  await expect(button(pane, 'Approve plan')).toHaveCount(0);
  await expect(pane).toContainText('Read them once.');
  held.resolve();
  await expect(pane.getByRole('deletion')).toHaveText('once');
  await expect(pane.getByRole('insertion')).toHaveText('twice');
  await expect(pane.getByText('1 change', { exact: true })).toBeVisible();
  await button(pane, 'Next change').click();
  await expect(pane.getByText('Change 1 of 1', { exact: true })).toBeVisible();
  const version = pane.getByRole('combobox', { name: 'Version of the plan', exact: true });
  await version.selectOption('1 before');
  await expect(pane).toContainText('Read them once.');
  await expect(button(pane, 'Approve plan')).toHaveCount(0);
  await expectAccessible(page, 'an earlier version of a plan');
  await button(pane, 'Back to the newest').click();
  await expect(version).toHaveValue('p2');
  await expect(version).toBeFocused();
  await pane.getByRole('radio', { name: 'Clean', exact: true }).click();
  await expect(pane.getByRole('deletion')).toHaveCount(0);
  await press(pane, 'Approve plan');
  await expect(pane).toBeHidden();
  await untilSaid(page, 'On it.');
});
