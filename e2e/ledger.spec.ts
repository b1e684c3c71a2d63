import { readdir, readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectFlawless, expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, cards, composer, dismiss, press, send, untilSaid, waitingCard } from './support/chat.ts';
import { startCommand } from './support/command.ts';
import { decisionRows, decisions as ledger } from './support/pages.ts';
import type { Parley } from './support/parley.ts';
import { answer, ask, question, say, test } from './support/provider.ts';
import { shortcutKeys } from './support/shortcut-keys.ts';

test.use({ alone: true });

const search = (page: Page) => ledger(page).getByRole('searchbox', { name: 'Search decisions', exact: true });

async function openLedger({ page, host }: Parley): Promise<void> {
  await expect(composer(page)).toBeVisible();
  await page.keyboard.press(shortcutKeys(host, 'palette'));
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('decisions');
  await page.keyboard.press('Enter');
  await expect(search(page)).toBeFocused();
}

async function savedText(page: Page): Promise<string> {
  const saved = page.waitForEvent('download');
  await button(ledger(page), 'Save as…').click();
  await page.getByRole('menuitem', { name: 'Save as Markdown', exact: true }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('parley-decisions.md');
  return readFile(await file.path(), 'utf8');
}

async function showFirstInChat(page: Page): Promise<void> {
  await search(page).fill('colour');
  await expect(decisionRows(page)).toHaveCount(1);
  await decisionRows(page).getByText('Which colour?').click();
  await expect(ledger(page)).toBeHidden();
  await expect(button(cards(page).first(), 'Collapse')).toBeFocused();
  await expect(
    page.locator('.landed').filter({ has: cards(page).first() }),
    'its place is marked',
  ).toHaveCount(1);
  await expect(page.locator('.landed'), 'for a moment').toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Jump to latest/ }), 'with nothing below').toBeHidden();
}

test('what was decided is listed, searched, opened, saved and deleted, by keyboard and without a barrier', async ({
  parley,
  provider,
}) => {
  const { page, host } = parley;
  await openLedger(parley);
  await expect(ledger(page)).toContainText('No decisions yet.');
  await expectFlawless(page, 'no decisions');
  await page.keyboard.press('Escape');

  provider.reply(
    answer(ask('a', { questions: [question('Which colour?', 'Colour', 'Blue', 'Green')] })),
    answer(ask('b', { questions: [question('Which café?', 'Place', 'Central', 'Landtmann')] })),
    say('Thanks.'),
  );
  await send(page, 'Go');
  const first = await waitingCard(page);
  await first.getByRole('radio', { name: 'Green', exact: true }).click();
  await press(first, 'Submit answers');
  await expect(cards(page)).toHaveCount(2);
  const second = await waitingCard(page);
  await openLedger(parley);
  await expect(ledger(page)).toContainText('1 decision');
  await page.keyboard.press('Escape');
  await dismiss(second, 'Neither');
  await untilSaid(page, 'Thanks.');

  await openLedger(parley);
  await expect(decisionRows(page)).toHaveCount(2);
  await page.keyboard.type('CAFE');
  await expect(decisionRows(page)).toHaveCount(1);
  const entry = decisionRows(page).first();
  await button(entry, 'Show details').focus();
  await page.keyboard.press('Enter');
  await expect(entry).toContainText('Dismissed');
  await expect(entry).toContainText('Neither');
  await expect(entry).toContainText('You, on the card');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);

  if (host === 'browser') {
    const text = await savedText(page);
    expect(text).toContain('## Which café?: Dismissed');
    expect(text).not.toContain('colour');
  }
  await search(page).fill('nothing like it');
  await expect(ledger(page)).toContainText('No decision matches.');
  await button(ledger(page), 'Show all decisions').click();
  await filterThem(page);
  await deleteNothing(page);
  await showFirstInChat(page);
  await expectTheSameFromTheCommand(parley);
});

const filter = (page: Page, name: string) => ledger(page).getByRole('combobox', { name, exact: true });

/** Deletes what is older than all there is. */
async function deleteNothing(page: Page): Promise<void> {
  await button(ledger(page), 'More').click();
  await page.getByRole('menuitem', { name: 'Delete old ones…', exact: true }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete old decisions', exact: true });
  const which = deleting.getByRole('combobox', { name: 'Which ones', exact: true });
  await expect(which.getByRole('option')).toHaveText([
    'Older than a year',
    'Older than 90 days',
    'Older than 30 days',
    'All of them',
  ]);
  await which.selectOption('Older than a year');
  await expectFlawless(page, 'deleting old decisions');
  await button(deleting, 'Delete for good').click();
  await expect(ledger(page)).toContainText('Nothing is that old.');
  await expect(decisionRows(page)).toHaveCount(2);
}

/** Each filter leaves what is of it, alone and with the others, and can be taken off again. */
async function filterThem(page: Page): Promise<void> {
  const entries = decisionRows(page);
  await expect(entries).toHaveCount(2);
  await filter(page, 'Kind').selectOption('Plans');
  await expect(entries).toHaveCount(0);
  await filter(page, 'Kind').selectOption('Questions');
  await filter(page, 'Folder').selectOption('tiny-parser');
  await filter(page, 'Agent').selectOption('Claude');
  await filter(page, 'Time').selectOption('Today');
  await expect(entries).toHaveCount(2);
  await expectNoSidewaysScroll(page);
  for (const all of ['Any folder', 'Any agent', 'Any kind', 'Any time'])
    await button(ledger(page), all).click();
  await expect(filter(page, 'Time')).toBeFocused();
  await expect(filter(page, 'Folder')).toHaveValue('');
  await expect(entries).toHaveCount(2);
}

/** `parley ledger` prints the same beside a running Parley and without one, and leaves nothing behind. */
async function expectTheSameFromTheCommand(parley: Parley): Promise<void> {
  const run = (...args: string[]) => startCommand(parley, 'parley.js', ['ledger', ...args]).ended;
  const [all, recent, none, wrong] = await Promise.all([
    run('--format', 'json'),
    run('--since', '1h'),
    run('--since', '2999-01-01'),
    run('--since', 'lately'),
  ]);
  expect(all).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(all.stdout)).toMatchObject([
    { kind: 'ask', outcome: { type: 'declined', reason: 'Neither' } },
    { kind: 'ask', outcome: { type: 'answered' } },
  ]);
  expect(recent.stdout).toContain('## Which café?: Dismissed');
  expect(none).toMatchObject({ code: 0, stdout: '# Decisions\n\nNothing was decided yet.\n' });
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain('A date such as 2026-11-01 or a span such as 30m, 12h, 7d or 2w is needed.');
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end();
  const before = await readdir(parley.dataDir);
  expect(await run('--format', 'json')).toEqual(all);
  expect(await readdir(parley.dataDir)).toEqual(before);
}
