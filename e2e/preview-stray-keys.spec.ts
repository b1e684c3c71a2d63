import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import fc from 'fast-check';
import { button, composer, send } from './support/chat.ts';
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
  const focused = page.locator('[data-tool-call-id] button:focus');
  return (await focused.count()) > 0 && deciding.test(await focused.innerText());
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
  test.setTimeout(120_000);
  const file = () => readFile(join(workspaceDir, 'package.json'), 'utf8');
  const untouched = await file();
  const gate = Promise.withResolvers<void>();
  provider.reply({ ...answer(rename), after: gate.promise }, wish());
  await page.getByRole('radio', { name: 'Exec', exact: true }).click();
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

test('keys typed blindly while a plan waits decide nothing', async ({ parley: { page }, provider }) => {
  test.setTimeout(120_000);
  const propose = { type: 'tool_use' as const, id: 'plan-1', name: 'propose_plan' };
  provider.reply(
    answer({ ...propose, input: { title: 'Add a README', plan: '## Steps\n\n1. Write it.\n2. Read it.' } }),
    wish('The plan is ready.'),
  );
  await send(page, 'Plan it');
  const card = preview(page, 'Add a README');
  await expect(card).toContainText('The plan is ready.');
  for (const { focus, key } of places) {
    for (const sequence of typed(key, 2)) {
      await focus(page, card);
      await typeBlindly(page, sequence);
      await expect(card, sequence.join(' ')).toContainText('Needs you');
    }
  }
  await expect(page.getByRole('radio', { name: 'Plan', exact: true })).toBeChecked();
});
