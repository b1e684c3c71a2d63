import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, composer, conversation, press, send, untilArmed, untilIdle } from './support/chat.ts';
import { answer, bodyOf, lastMessage, say, test } from './support/provider.ts';

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

test('a file that changed meanwhile is left alone, and the preview waits on', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(answer(edit), resolve, say('Hm.'), say('Hm.'), say('Hm.'));
  await stage(page);
  await writeFile(join(workspaceDir, 'package.json'), '{}\n');
  await press(preview(page), 'Apply');
  await expect(preview(page)).toContainText('package.json changed since this preview. Nothing was written.');
  await expect(preview(page)).toContainText('The agent went on without settling this.');
  expect(await readFile(join(workspaceDir, 'package.json'), 'utf8')).toBe('{}\n');
});

test('a failed edit is applied again once its file is as it was, and so is one that was undone', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(answer(edit), resolve, say('Hm.'), say('Hm.'), say('Hm.'));
  await stage(page);
  const card = preview(page);
  const path = join(workspaceDir, 'package.json');
  const before = await readFile(path, 'utf8');
  await writeFile(path, '{}\n');
  await press(card, 'Apply');
  await expect(card).toContainText('Put the file back as it was and apply again');
  await expect(button(card, 'Apply again')).toHaveAccessibleDescription(
    'package.json is not as this change expects, so it can’t be applied again.',
  );
  await expect(button(card, 'Apply again')).not.toHaveAttribute('data-arming');
  await expect(button(card, 'Apply again')).toBeDisabled();
  await expect(button(page, 'Stop')).toBeHidden();
  await writeFile(path, before);
  await composer(page).hover();
  await card.hover({ position: { x: 5, y: 5 } });
  await expect(card).toContainText('The file is as it was again');
  await expectAccessible(page, 'an edit that can be applied again');
  await button(card, 'Apply again').click();
  await expect(card).toContainText('Applied');
  expect(await readFile(path, 'utf8')).toContain('small-parser');

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
