import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import {
  button,
  composer,
  conversation,
  press,
  send,
  untilArmed,
  untilIdle,
  untilSaid,
} from './support/chat.ts';
import { pressNotification, startNotifying, told } from './support/notifications.ts';
import { openSettings } from './support/pages.ts';
import { edit, preview, rename, stage, wish, write } from './support/previews.ts';
import { answer, say, test } from './support/provider.ts';
import { openSecondWindow } from './support/second-window.ts';

const row = '[data-list-row]';

test('a preview that waits is seen in list, title and status, and there is nothing to stop once its turn is over', async ({
  parley: { page, host },
  provider,
}) => {
  provider.reply(answer(rename), wish(), say('Because.'));
  await stage(page);
  const status = page.getByRole('status').filter({ hasText: 'Awaiting your input…' });
  await expect(status).toBeVisible();
  await expect(page.locator(row).first()).toContainText('Claude has 1 file to review');
  if (host === 'browser') await expect(page).toHaveTitle(/^\(1\) /);
  await expect(composer(page)).toHaveAttribute('placeholder', 'Reply to Claude');
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Needs you: Edit' })).toHaveCount(1);
  await expect(button(page, 'Stop')).toBeVisible();
  await send(page, 'Why?');
  await expect(conversation(page)).toContainText('Because.');
  await expect(button(page, 'Stop')).toBeHidden();
  await expect(status).toBeVisible();
  await expect(conversation(page)).toContainText('Left the preview open');
  await press(preview(page), 'Apply');
  await untilIdle(page);
  await expect(page.locator(row).first()).not.toContainText('to review');
  await expect(page).not.toHaveTitle(/^\(/);
});

test('a preview notifies once, and a click leads to its card without touching what decides', async ({
  parley,
  provider,
}) => {
  await startNotifying(parley);
  const { page } = parley;
  provider.reply(answer(rename, write('write-1', 'notes.md', '# Notes\n')), wish());
  await parley.page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await openSettings(page, 'Notifications');
  const notifications = page.getByRole('radiogroup', { name: 'Notifications', exact: true });
  await notifications.getByRole('radio', { name: 'Always', exact: true }).click();
  await page.keyboard.press('Escape');
  await send(page, 'Rename it');
  await expect
    .poll(() => told(page))
    .toMatchObject([{ title: 'Claude · Rename it', body: 'Needs you: Change 2 files' }]);
  await composer(page).focus();
  await pressNotification(page, 0);
  await expect(button(preview(page, 'Change 2 files'), 'Collapse')).toBeFocused();
});

test('edits are applied without asking where the chat is set so, but for protected files, and the card says who decided', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(
    answer(
      edit('edit-1', 'src/parse.js', 'Reads lines', 'Takes lines'),
      edit('edit-2', 'src/main.js', 'console.log', 'console.info'),
      write('write-1', 'notes.md', '# Notes\n'),
    ),
    wish(),
    say('Renamed.'),
    answer(edit('edit-3', 'package.json', '"tiny-parser"', '"small-parser"')),
    wish('It has to be found.', 'resolve-2'),
    say('Published.'),
  );
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  const edits = page.getByRole('combobox', { name: 'Edits', exact: true });
  await expect(edits).toHaveValue('ask');
  await edits.selectOption('Edit without asking');
  await page.reload();
  await expect(edits).toHaveValue('auto-edits');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await send(page, 'Go');
  await untilSaid(page, 'Renamed.');
  const card = preview(page, 'Change 3 files');
  await expect(card).toContainText('without asking');
  await expect(conversation(page)).not.toContainText('Prepared');
  const read = (path: string) => readFile(join(workspaceDir, path), 'utf8');
  expect(await read('src/parse.js')).toContain('Takes lines');
  await untilIdle(page);
  await send(page, 'Now its name');
  const marked = preview(page);
  await expect(marked).toContainText('It has to be found.');
  await expect(
    marked.getByRole('button', { name: /^Changed package\.json .*Runs code later/ }),
  ).toBeVisible();
  expect(await read('package.json')).toContain('tiny-parser');
  await press(marked, 'Apply');
  await untilSaid(page, 'Published.');
  await expect(marked).toContainText('Applied');
  expect(await read('package.json')).toContain('small-parser');
});

test('several previews lead to one another, and each is decided for itself', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(
    answer(rename),
    answer(write('write-1', 'notes.md', '# Notes\n')),
    wish('Notes help.', 'resolve-1'),
    wish('The new name was wished for.', 'resolve-2'),
    say('Done.'),
  );
  await stage(page, 'Notes help.');
  const [first, second] = [preview(page), preview(page, 'Create notes.md')];
  await expect(first).toContainText('1 of 2');
  await button(first, 'Next waiting card').click();
  await expect(button(second, 'Collapse')).toBeFocused();
  await button(second, 'Next waiting card').press('Enter');
  await expect(button(first, 'Collapse')).toBeFocused();
  await expectAccessible(page, 'several previews');
  await button(second, 'Discard').click();
  await press(second, 'Discard changes');
  await expect(first).toContainText('The new name was wished for.');
  await expect(first).not.toContainText('of 2');
  await press(first, 'Apply');
  await untilSaid(page, 'Done.');
  expect(await readFile(join(workspaceDir, 'package.json'), 'utf8')).toContain('small-parser');
  await expect(readFile(join(workspaceDir, 'notes.md'))).rejects.toThrow('ENOENT');
});

test('of two windows the first decision wins, and the other one shows it at once and says so kindly', async ({
  parley,
  provider,
}) => {
  provider.reply(answer(rename), wish(), say('Fine.'));
  await stage(parley.page);
  const second = await openSecondWindow(parley);
  const [first, other] = [preview(parley.page), preview(second.page)];
  await button(other, 'Discard').click();
  await untilArmed(other);
  second.hold();
  await press(first, 'Apply');
  await untilSaid(parley.page, 'Fine.');
  await button(other, 'Discard changes').click();
  second.release();
  const tooLate = 'This preview was decided before, perhaps in another window.';
  await expect(other).toContainText(tooLate);
  await expect(first).not.toContainText(tooLate);
  for (const card of [first, other]) {
    await expect(card).toContainText('Applied');
    await expect(button(card, 'Apply')).toBeHidden();
    await expect(card.getByRole('alert')).toBeHidden();
  }
  expect(await readFile(join(parley.workspaceDir, 'package.json'), 'utf8')).toContain('small-parser');
});

test('the split view is remembered, and a narrow window has none', async ({ parley: { page }, provider }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  provider.reply(answer(rename), wish());
  await stage(page);
  await button(preview(page), 'Open beside').click();
  const reader = page.getByRole('region', { name: '1 file to review', exact: true });
  await button(reader, 'Side by side').click();
  const before = reader.getByRole('group', { name: 'Changes of package.json, before', exact: true });
  await expect(before).toContainText('tiny-parser');
  await expect(before).not.toContainText('small-parser');
  await page.reload();
  await button(preview(page), 'Open beside').click();
  await expect(before).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(
    page.getByRole('group', { name: 'Changes of package.json', exact: true }).last(),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
});
