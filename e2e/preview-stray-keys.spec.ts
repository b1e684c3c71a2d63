import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import fc from 'fast-check';
import { button, composer, send } from './support/chat.ts';
import { holdTime } from './support/page-clock.ts';
import { preview, rename, wish } from './support/previews.ts';
import { answer, test } from './support/provider.ts';

const seed = 20_261_121;

const keys = ['a', 'A', 'y', 'Y', '1', '.', 'Backspace', 'Space', 'Space', 'Enter', 'Enter', 'Enter'];
const moves = ['Escape', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'];
const chords = ['Control+Enter', 'Meta+Enter', 'Shift+Enter', 'Alt+Enter', 'Control+a'];

/** Keys as somebody types them who looks elsewhere. */
const blind = fc.constantFrom(...keys, ...moves, ...chords);
/** The same by somebody who is in the card, and goes on through it. */
const blindInCard = fc.constantFrom(...keys, ...moves, ...chords, 'Tab', 'Tab', 'Tab');

const deciding = /^(Apply|Discard changes|Approve plan|Approve and start fresh|Refine plan|Discard plan)$/;

async function isOnDecidingButton(page: Page): Promise<boolean> {
  const words = await page.locator('[data-tool-call-id] button:focus').allInnerTexts();
  return words.some((text) => deciding.test(text));
}

/** Presses all of it; only a button that Tab has led to is left alone, for there a press is meant. */
async function typeBlindly(page: Page, sequence: readonly string[]): Promise<void> {
  let tabbed = false;
  for (const pressed of sequence) {
    const isMeant: boolean = tabbed && /Enter|Space/.test(pressed) && (await isOnDecidingButton(page));
    await page.keyboard.press(isMeant ? 'Tab' : pressed);
    tabbed = isMeant || pressed === 'Tab' || (tabbed && !/Enter|Space/.test(pressed));
  }
}

const typed = (key: typeof blind, count: number) =>
  fc.sample(fc.array(key, { minLength: 30, maxLength: 50 }), { seed, numRuns: count });

type Place = { focus(page: Page, card: Locator): Promise<void>; key: typeof blind };

/** Allowed places of the focus: nowhere, in the composer, in the conversation, or on the card's header. */
const places: readonly Place[] = [
  { focus: (page) => page.mouse.click(2, 2), key: blind },
  { focus: (page) => composer(page).focus(), key: blind },
  { focus: (page) => page.getByRole('log', { name: 'Conversation', exact: true }).focus(), key: blind },
  { focus: (_, card) => button(card, 'Collapse').focus(), key: blindInCard },
];

test('keys typed blindly while a preview arrives and while it waits decide nothing', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  const file = () => readFile(join(workspaceDir, 'package.json'), 'utf8');
  const untouched = await file();
  const gate = Promise.withResolvers<void>();
  provider.reply({ ...answer(rename), after: gate.promise }, wish());
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await send(page, 'Rename it');
  const [arriving = []] = typed(blind, 1);
  const typing = typeBlindly(page, arriving);
  gate.resolve();
  await typing;
  await expect(preview(page)).toContainText('Needs you');
  for (const { focus, key } of places) {
    for (const sequence of typed(key, 2)) {
      await focus(page, preview(page));
      await typeBlindly(page, sequence);
      expect(await file(), sequence.join(' ')).toBe(untouched);
      await expect(preview(page), sequence.join(' ')).toContainText('Needs you');
    }
  }
});

const propose = { type: 'tool_use' as const, id: 'plan-1', name: 'propose_plan' };
const plan = { title: 'Add a README', plan: '## Steps\n\n1. Write it.\n2. Read it.' };

const mode = (page: Page, name: 'Plan' | 'Edit') => page.getByRole('radio', { name, exact: true });
const edits = (page: Page) => page.getByRole('combobox', { name: 'Edits', exact: true });

/** Checks that the agent may do no more than before: it plans, and would ask before it edits. */
async function expectSameRights(page: Page, sequence: readonly string[]): Promise<void> {
  await expect(mode(page, 'Plan'), sequence.join(' ')).toBeChecked();
  await expect(edits(page), sequence.join(' ')).toHaveValue('ask');
}

test('keys typed blindly while a plan waits decide nothing', async ({ parley: { page }, provider }) => {
  provider.reply(answer({ ...propose, input: plan }), wish('The plan is ready.'));
  await send(page, 'Plan it');
  const card = preview(page, 'Add a README');
  await expect(card).toContainText('The plan is ready.');
  for (const { focus, key } of places) {
    for (const sequence of typed(key, 2)) {
      await focus(page, card);
      await typeBlindly(page, sequence);
      await expect(card, sequence.join(' ')).toContainText('Needs you');
      await expectSameRights(page, sequence);
    }
  }
});

test('keys that Tab has led past the card give the agent no more rights', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer({ ...propose, input: plan }), wish('The plan is ready.'));
  await send(page, 'Plan it');
  await expect(preview(page, 'Add a README')).toContainText('The plan is ready.');
  const sequences = [
    ...['Enter', 'Space', 'Control+Enter'].map((key) => ['ArrowRight', '1', key, key]),
    ['Tab', 'Tab', 'ArrowDown', 'e', 'Enter', 'ArrowDown', 'Enter'],
  ];
  for (const sequence of sequences) {
    await mode(page, 'Plan').focus();
    for (const key of sequence) await page.keyboard.press(key);
    await expectSameRights(page, sequence);
  }
});

test('the mode can be chosen by keys while a plan waits, by who rests at it', async ({
  parley: { page },
  provider,
}) => {
  await page.clock.install();
  provider.reply(answer({ ...propose, input: plan }), wish('The plan is ready.'));
  await send(page, 'Plan it');
  await expect(preview(page, 'Add a README')).toContainText('The plan is ready.');
  await holdTime(page);
  await mode(page, 'Plan').focus();
  await page.keyboard.press('ArrowRight');
  await page.clock.runFor(1);
  await expect(mode(page, 'Edit')).toBeFocused();
  await page.clock.runFor(400);
  await page.keyboard.press('Space');
  await page.clock.runFor(500);
  await expect(mode(page, 'Plan')).toBeChecked();
  await page.keyboard.press('Space');
  await page.clock.resume();
  await expect(mode(page, 'Edit')).toBeChecked();
});
