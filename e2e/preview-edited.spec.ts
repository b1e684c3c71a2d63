import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { button, press, send, untilIdle, untilSaid } from './support/chat.ts';
import { editFile, field, moreFor, preview, rename, stage, wish } from './support/previews.ts';
import { bodyOf, lastMessage, answer, say, test } from './support/provider.ts';
import { expectStored } from './support/stored.ts';

test('what a person makes of the proposal survives a crash, is shown as a diff, and is what is applied', async ({
  parley,
  provider,
}) => {
  parley.console.expect(/net::ERR_|WebSocket/);
  provider.reply(answer(rename), wish(), say('Renamed.'));
  await stage(parley.page);
  const card = () => preview(parley.page);
  await moreFor(card(), 'package.json').press('Enter');
  await card().getByRole('menuitem', { name: 'Edit', exact: true }).press('Enter');
  const text = field(card(), 'Text of package.json');
  await expect(text).toBeFocused();
  const proposed = await text.inputValue();
  await text.fill(proposed.replace('small-parser', 'smallest-parser'));
  await expectStored(parley, 'smallest-parser');
  await text.press('Escape');
  await expect(moreFor(card(), 'package.json')).toBeFocused();
  await expect(card().getByRole('group', { name: 'Changes of package.json' })).toContainText(
    'smallest-parser',
  );
  await parley.end('SIGKILL');
  await parley.start();
  await expect(card()).toContainText('Edited by you');
  await expect(card().getByRole('group', { name: 'Changes of package.json' })).toContainText(
    'smallest-parser',
  );
  await button(card(), 'Add a note').click();
  await field(card(), 'Note').fill('Shorter still');
  await press(card(), 'Apply');
  await untilSaid(parley.page, 'Renamed.');
  await expect(card()).toContainText('with your edits');
  const path = join(parley.workspaceDir, 'package.json');
  expect(await readFile(path, 'utf8')).toBe(proposed.replace('small-parser', 'smallest-parser'));
  const [result] = lastMessage(await bodyOf(provider, provider.requests.length - 1)).results;
  expect(result?.text.split('\n').slice(0, 5)).toEqual([
    'Applied: Edit package.json.',
    'The user added: Shorter still',
    'The user edited it before applying:',
    '--- package.json',
    '+++ package.json',
  ]);
  await press(card(), 'Undo');
  await expect(card()).toContainText('Undone');
  expect(await readFile(path, 'utf8')).toContain('tiny-parser');
});

test('a text that was opened and left as proposed is no edit, and going back forgets one', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(answer(rename), wish(), say('Renamed.'));
  await stage(page);
  const card = preview(page);
  await editFile(card, 'package.json');
  await button(card, 'Done').click();
  await expect(card).not.toContainText('Edited by you');
  await editFile(card, 'package.json');
  await field(card, 'Text of package.json').fill('mine');
  await expect(card).toContainText('With your edit of package.json');
  await button(card, 'Back to the proposal').click();
  await expect(card).not.toContainText('Edited by you');
  await press(card, 'Apply');
  await untilSaid(page, 'Renamed.');
  expect(lastMessage(await bodyOf(provider, 2)).results[0]?.text).toBe('Applied: Edit package.json.');
  expect(await readFile(join(workspaceDir, 'package.json'), 'utf8')).toContain('small-parser');
});

test('a reason that was begun is there after a reload, and what was not sent stays readable', async ({
  parley,
  provider,
}) => {
  const { page } = parley;
  provider.reply(answer(rename), wish(), say('Fine.'));
  await stage(page);
  const card = preview(page);
  await button(card, 'Discard').click();
  await field(card, 'Reason').fill('The old name is fine');
  await expectStored(parley, 'The old name is fine');
  await page.reload();
  await expect(field(card, 'Reason')).toHaveValue('The old name is fine');
  await button(card, 'Keep').click();
  await press(card, 'Apply');
  await expect(card).toContainText('Entered here, not sent');
  await expect(card).toContainText('The old name is fine');
  await untilIdle(page);
});

test('Undo steps back, and says why, once the file is another', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  const path = join(workspaceDir, 'package.json');
  provider.reply(answer(rename), wish(), say('Renamed.'));
  await stage(page);
  const card = preview(page);
  await press(card, 'Apply');
  await untilSaid(page, 'Renamed.');
  await expect(button(card, 'Undo')).toBeEnabled();
  const written = await readFile(path, 'utf8');
  await writeFile(path, '{}\n');
  await button(card, 'Undo').focus();
  await expect(card).toContainText('package.json was changed after this was applied');
  await expect(button(card, 'Undo')).toBeDisabled();
  await writeFile(path, written);
  await button(card, 'Collapse').focus();
  await expect(button(card, 'Undo')).toBeEnabled();
  await press(card, 'Undo');
  await expect(card).toContainText('Undone');
  await send(page, 'And now?');
  await expect.poll(() => provider.requests.length).toBe(4);
});
