import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
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
import { answer, bodyOf, lastMessage, say, test } from './support/provider.ts';
import { expectStored } from './support/stored.ts';

const edit = {
  type: 'tool_use' as const,
  id: 'edit-1',
  name: 'edit_file',
  input: { path: 'package.json', edits: [{ oldText: '"tiny-parser"', newText: '"small-parser"' }] },
};

const resolve = answer({
  type: 'tool_use',
  id: 'resolve-1',
  name: 'resolve',
  input: { action: 'apply', reason: 'The new name was wished for.' },
});

const preview = (page: Page) => page.getByRole('region', { name: 'Preview: Edit package.json', exact: true });

async function stage(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await send(page, 'Rename it');
  await expect(preview(page)).toContainText('The new name was wished for.');
}

test('an edit is shown, applied, and undone', async ({ parley: { page, workspaceDir }, provider }) => {
  const read = () => readFile(join(workspaceDir, 'package.json'), 'utf8');
  const before = await read();
  provider.reply(answer(edit), resolve, say('Renamed.'));
  await stage(page);
  const card = preview(page);
  await expect(card).toContainText('Needs you');
  await expect(card.locator('header [data-mark]').first()).toHaveAttribute('data-mark', 'claude');
  await expect(card.getByRole('group', { name: 'Changes of package.json' })).toContainText('small-parser');
  expect(await read()).toBe(before);
  await press(card, 'Apply');
  await expect(card).toContainText('Applied');
  await expect(conversation(page)).toContainText('Renamed.');
  expect(await read()).toBe(before.replace('tiny-parser', 'small-parser'));
  expect(lastMessage(await bodyOf(provider, 2)).results).toEqual([
    { id: 'resolve-1', error: false, text: 'Applied: Edit package.json.' },
  ]);
  await untilIdle(page);
  await press(card, 'Undo');
  await expect(card).toContainText('Undone');
  expect(await read()).toBe(before);
});

test('an edit is discarded with a reason by the keyboard alone, and the focus stays in the card', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(edit), resolve, say('Kept.'));
  await stage(page);
  const card = preview(page);
  await button(card, 'Discard').focus();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('textbox', { name: 'Reason', exact: true })).toBeFocused();
  await page.keyboard.type('The old one is fine');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await button(card, 'Discard changes').focus();
  await untilArmed(card);
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Discarded');
  await expect(composer(page)).toBeFocused();
  expect(lastMessage(await bodyOf(provider, 2)).results[0]?.text).toBe(
    'Discarded: Edit package.json. Reason: The old one is fine',
  );
});

test('a change is put onto a file that changed meanwhile, shown so, and applied', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(answer(edit), resolve, say('Done.'));
  await stage(page);
  const card = preview(page);
  const path = join(workspaceDir, 'package.json');
  const formatted = (await readFile(path, 'utf8')).replace('"type": "module",', '"type": "module", ');
  await writeFile(path, formatted);
  await composer(page).hover();
  await card.hover({ position: { x: 5, y: 5 } });
  await expect(card).toContainText(
    'package.json changed meanwhile. The change was put onto it as it is now.',
  );
  await expectAccessible(page, 'a change that was put onto its file');
  await press(card, 'Apply');
  await untilSaid(page, 'Done.');
  expect(await readFile(path, 'utf8')).toBe(formatted.replace('tiny-parser', 'small-parser'));
  expect(lastMessage(await bodyOf(provider, 2)).results[0]?.text).toContain('Changed meanwhile');
});

test('where a file was changed at the same place, both sides are chosen from, also after a reload', async ({
  parley,
  provider,
}) => {
  const { page, workspaceDir } = parley;
  provider.reply(answer(edit), resolve, say('Done.'));
  await stage(page);
  const path = join(workspaceDir, 'package.json');
  const mine = (await readFile(path, 'utf8')).replace('tiny-parser', 'my-parser');
  await writeFile(path, mine);
  await page.reload();
  const card = preview(page);
  const place = card.getByRole('radiogroup', { name: 'Conflict 1 of 1 of package.json', exact: true });
  await expect(card).toContainText('Choose what stays.');
  await expect(button(card, 'Apply')).toBeDisabled();
  await expectAccessible(page, 'a conflict');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await button(card, 'Edit').click();
  const text = card.getByRole('textbox', { name: 'Text of package.json', exact: true });
  await expect(text).toHaveValue(/<<<<<<< the file now\n {2}"name": "my-parser",\n=======\n/);
  await button(card, 'Done').click();
  await place.getByRole('radio', { name: 'Theirs', exact: true }).click();
  await expectStored(parley, '"side":"theirs"');
  await page.reload();
  await expect(place.getByRole('radio', { name: 'Theirs', exact: true })).toBeChecked();
  await place.getByRole('radio', { name: 'Ours', exact: true }).click();
  await press(card, 'Apply');
  await untilSaid(page, 'Done.');
  expect(await readFile(path, 'utf8')).toBe(mine);
});

test('an edit that was undone is applied again while its file is as it was', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(answer(edit), resolve, say('Done.'));
  await stage(page);
  const card = preview(page);
  const path = join(workspaceDir, 'package.json');
  const before = await readFile(path, 'utf8');
  await press(card, 'Apply');
  await untilSaid(page, 'Done.');
  await press(card, 'Undo');
  await expect(card).toContainText('Undone');
  await expect(composer(page)).toBeFocused();
  await writeFile(path, '{}\n');
  await composer(page).hover();
  await card.hover({ position: { x: 5, y: 5 } });
  await expect(card).toContainText('package.json is not as this change expects');
  await expect(button(card, 'Apply again')).toBeDisabled();
  await writeFile(path, before);
  await composer(page).hover();
  await card.hover({ position: { x: 5, y: 5 } });
  await button(card, 'Apply again').click();
  await expect(card).toContainText('Applied · 1 file');
  await expect(composer(page)).toBeFocused();
  expect(await readFile(path, 'utf8')).toContain('small-parser');
});

test('a preview that waits is there after the process was killed, and is applied then', async ({
  parley,
  provider,
}) => {
  parley.console.expect(/net::ERR_|WebSocket/);
  provider.reply(answer(edit), resolve, say('Renamed.'));
  await stage(parley.page);
  await parley.end('SIGKILL');
  await parley.start();
  await press(preview(parley.page), 'Apply');
  await expect(conversation(parley.page)).toContainText('Renamed.');
  expect(await readFile(join(parley.workspaceDir, 'package.json'), 'utf8')).toContain('small-parser');
});
