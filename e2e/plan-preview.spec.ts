import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import {
  button,
  chatMenu,
  composer,
  conversation,
  press,
  send,
  untilArmed,
  untilIdle,
  untilSaid,
} from './support/chat.ts';
import { answer, bodyOf, lastMessage, say, test, toolNames } from './support/provider.ts';

const plan = [
  '## Steps',
  '',
  '1. Write a README for newcomers.',
  '2. Try every command in it.',
  '',
  '## Check',
  '',
  'Read it aloud once.',
  '',
].join('\n');

const propose = (id: string, text = plan) =>
  answer({
    type: 'tool_use',
    id,
    name: 'propose_plan',
    input: { title: 'Add a README', plan: text },
  });

const resolve = (id: string) =>
  answer({
    type: 'tool_use',
    id,
    name: 'resolve',
    input: { action: 'apply', reason: 'It is ready.', extra: { title: 'Add a README' } },
  });

const previews = (page: Page) =>
  page.getByRole('region', { name: /^Preview: Add a README(, earlier one 1)?$/ });

const noteOn = (page: Page, quote: string) =>
  previews(page)
    .last()
    .getByRole('textbox', { name: `Note on “${quote}”`, exact: true });

async function plans(page: Page) {
  await send(page, 'Plan a README');
  const card = previews(page).last();
  await expect(card).toContainText('It is ready.');
  await expect(card).toContainText('Needs you');
  return card;
}

test('a plan is approved, and the very next request may change files', async ({
  parley: { page, dataDir },
  provider,
}) => {
  provider.reply(propose('p1'), resolve('r1'), say('I begin.'));
  const card = await plans(page);
  await expect(card.getByRole('listitem').first()).toContainText('Write a README for newcomers.');
  await expect(page.locator(':focus')).not.toHaveText(/Approve/);
  await press(card, 'Approve plan');
  await expect(card).toContainText('Approved');
  await expect(conversation(page)).toContainText('I begin.');
  const next = await bodyOf(provider, 2);
  expect(toolNames(next)).toEqual(expect.arrayContaining(['write_file', 'edit_file', 'delete_file']));
  expect(lastMessage(next).results[0]?.text).toContain('Plan approved: Add a README.');
  await expect(page.getByRole('radio', { name: 'Edit', exact: true })).toBeChecked();
  await button(card, 'Collapse').click();
  await button(card, 'Open plan').click();
  const dialog = page.getByRole('dialog', { name: 'Add a README', exact: true });
  await expect(dialog).toContainText('Add-a-README-plan.md');
  const path = (await dialog.getByText(/-plan\.md$/).textContent()) ?? '';
  expect(path.startsWith(join(dataDir, 'plans'))).toBe(true);
  expect(await readFile(path, 'utf8')).toBe(plan);
  await expectAccessible(page, 'a plan that is read again');
  await page.keyboard.press('Escape');
  await expect(button(card, 'Open plan')).toBeFocused();
  await chatMenu(page).click();
  await page.getByRole('menuitem', { name: 'Open plan: Add a README', exact: true }).click();
  await expect(dialog).toContainText('Read it aloud once.');
});

test('a plan goes back with notes, its revision shows what changed, and is approved to start fresh', async ({
  parley: { page },
  provider,
}) => {
  const revised = plan.replace('for newcomers', 'for people in a hurry');
  provider.reply(propose('p1'), resolve('r1'), propose('p2', revised), resolve('r2'), say('I begin.'));
  const card = await plans(page);
  await button(card, 'Refine plan').click();
  await expect(card.getByRole('textbox', { name: 'Note on the whole plan', exact: true })).toBeFocused();
  await page.keyboard.type('Shorter, please');
  await button(card, 'Add a note on “Write a README for newcomers.”').click();
  await expect(noteOn(page, 'Write a README for newcomers.')).toBeFocused();
  await page.keyboard.type('For people in a hurry');
  await button(card, 'Refine plan').click();
  await expect(previews(page)).toHaveCount(2);
  await expect(previews(page).first()).toContainText('Replaced');
  expect(lastMessage(await bodyOf(provider, 2)).results[0]?.text).toBe(
    'Refinement feedback on the plan:\n\n- Shorter, please\n\n## Steps\n- “Write a README for newcomers.”: For people in a hurry',
  );
  const newer = previews(page).last();
  await expect(newer.getByRole('deletion')).toHaveText('newcomers');
  await expect(newer.getByRole('insertion')).toHaveText('people in a hurry');
  await button(newer, 'What changed').click();
  await expect(newer.getByRole('deletion')).toHaveCount(0);
  await expect(newer).toContainText('Write a README for people in a hurry.');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await button(newer, 'More').click();
  await page.getByRole('menuitem', { name: 'Approve and start fresh', exact: true }).click();
  await expect(newer).toContainText('Approved');
  const { messages } = await bodyOf(provider, 4);
  expect(messages).toHaveLength(1);
  expect(JSON.stringify(messages)).toContain('for people in a hurry');
  expect(JSON.stringify(messages)).not.toContain('for newcomers');
});

test('what is noted and edited survives a reload and a killed process, and the edited plan is approved', async ({
  parley,
  provider,
}) => {
  parley.console.expect(/net::ERR_|WebSocket/);
  provider.reply(propose('p1'), resolve('r1'), say('I begin.'));
  const card = await plans(parley.page);
  await button(card, 'Add a note on “Check”').click();
  await parley.page.keyboard.type('Twice');
  await button(card, 'Edit').click();
  const field = card.getByRole('textbox', { name: 'Plan', exact: true });
  await expect(field).toBeFocused();
  await field.fill(plan.replace('2. Try every command in it.\n', ''));
  await button(card, 'Done').click();
  await expect(card).toContainText('Edited by you');
  await parley.page.reload();
  await expect(previews(parley.page)).toContainText('Edited by you');
  await expect(previews(parley.page).getByRole('listitem')).toHaveCount(1);
  await expect(noteOn(parley.page, 'Check')).toHaveValue('Twice');
  await parley.end('SIGKILL');
  await parley.start();
  const again = previews(parley.page);
  await expect(noteOn(parley.page, 'Check')).toHaveValue('Twice');
  await press(again, 'Approve plan');
  await expect(conversation(parley.page)).toContainText('I begin.');
  expect(lastMessage(await bodyOf(provider, 2)).results[0]?.text).toBe(
    [
      'Plan approved: Add a README. You are in exec mode now. Carry the plan out, step by step.',
      'The user added: ## Check',
      '- Twice',
      'The user edited it before applying:',
      '--- Add-a-README-plan.md',
      '+++ Add-a-README-plan.md',
      '@@ -1,7 +1,6 @@',
      ' ## Steps',
      ' ',
      ' 1. Write a README for newcomers.',
      '-2. Try every command in it.',
      ' ',
      ' ## Check',
      ' ',
    ].join('\n'),
  );
  await expect(again).toContainText('with your changes');
});

test('a plan is noted on and discarded by the keyboard alone, and Ctrl+Enter elsewhere approves nothing', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(propose('p1'), resolve('r1'), say('As you say.'));
  const card = await plans(page);
  await composer(page).focus();
  await page.keyboard.press('Control+Enter');
  await expect(card).toContainText('Needs you');
  const first = button(card, 'Add a note on “Steps”');
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(button(card, 'Add a note on “Try every command in it.”')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(noteOn(page, 'Try every command in it.')).toBeFocused();
  await page.keyboard.type('Which ones?');
  await page.keyboard.press('Control+Enter');
  await expect(card).toContainText('Needs you');
  await expect(button(card, 'Go to the note on “Try every command in it.”')).toBeFocused();
  await button(card, 'Discard plan').focus();
  await untilArmed(card);
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Discarded');
  await expect(composer(page)).toBeFocused();
  await untilIdle(page);
  const next = await bodyOf(provider, 2);
  expect(lastMessage(next).results[0]?.text).toBe(
    'Discarded: Add a README. Reason: ## Steps\n- “Try every command in it.”: Which ones?',
  );
  expect(toolNames(next)).toContain('propose_plan');
  expect(toolNames(next)).not.toContain('write_file');
});

test('a long plan’s contents lead to its headings, where no key decides', async ({
  parley: { page },
  provider,
}) => {
  const sections = ['Tokens', 'Errors', 'Messages', 'Tests', 'Docs'];
  const long = sections.map((name) => `## ${name}\n\n${'One line of it.\n\n'.repeat(6)}`).join('\n');
  provider.reply(propose('p1', long), resolve('r1'), say('I begin.'));
  const card = await plans(page);
  await button(card, 'Read and approve').click();
  const reader = page.getByRole('region', { name: 'Plan', exact: true });
  const contents = reader.getByRole('navigation', { name: 'Contents', exact: true });
  const link = (name: string) => contents.getByRole('link', { name, exact: true });
  await expect(link('Tests'), 'folded where it has no margin').toBeHidden();
  await contents.getByText('Contents', { exact: true }).click();
  await link('Errors').click();
  await expect(link('Errors'), 'marked as what is read').toHaveAttribute('aria-current', 'true');
  await link('Tests').click();
  const heading = reader.getByRole('heading', { name: 'Tests', exact: true });
  await expect(heading).toBeInViewport();
  await expect(page.locator(':focus')).toContainText('Tests');
  for (const key of ['Control+Enter', 'Meta+Enter', 'Enter', 'Space']) await page.keyboard.press(key);
  await expect(card).toContainText('Needs you');
  await press(reader, 'Approve plan');
  await untilSaid(page, 'I begin.');
});
