import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { button } from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { edit, moreFor, preview, stage, wish } from './support/previews.ts';
import { answer, say, test } from './support/provider.ts';

const parser = edit('parser-1', 'src/parse.js', 'Reads lines', 'Takes lines');

test('a file of a change opens in the editor of Settings, and its changes are copied', async ({
  parley: { page, host, workspaceDir },
  provider,
}) => {
  const [program, noted] = [join(workspaceDir, '..', 'editor'), join(workspaceDir, '..', 'noted')];
  await writeFile(program, `#!/bin/sh\necho "$@" > "${noted}"\n`);
  await chmod(program, 0o755);
  provider.reply(answer(parser), wish('The words.'), say('Done.'));
  const card = await stage(page, 'The words.');
  const open = button(card, 'Open src/parse.js in editor');

  await openSettings(page, 'General');
  const field = page.getByRole('textbox', { name: 'Editor', exact: true });
  await field.fill('no-such-editor');
  await field.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await open.click();
  await expect(card).toContainText('There is no program no-such-editor.');

  await openSettings(page, 'General');
  await field.fill(`${program} {path} +{line}`);
  await field.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await open.click();
  await expect
    .poll(() => (existsSync(noted) ? readFile(noted, 'utf8') : ''))
    .toMatch(/src\/parse\.js \+\d+\n$/);
  await expect(card).not.toContainText('There is no program');

  if (host === 'browser') await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await moreFor(card, 'src/parse.js').click();
  await card.getByRole('menuitem', { name: 'Copy changes', exact: true }).click();
  await expect(card).toContainText('Copied');
  await expect(preview(page, 'Edit src/parse.js')).toBeVisible();
  if (host !== 'browser') return;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('+++ b/src/parse.js\n@@ ');
});

test('the unchanged lines to the end of a file are shown', async ({ parley: { page }, provider }) => {
  provider.reply(answer(parser), wish('The words.'), say('Done.'));
  const card = await stage(page, 'The words.');
  const lines = card.getByRole('group', { name: 'Changes of src/parse.js' });
  await button(card, 'Show 1 unchanged line to the end').click();
  await expect(button(card, 'Show 1 unchanged line to the end')).toBeHidden();
  const last = (await readFile(join(import.meta.dirname, 'sample-project/src/parse.js'), 'utf8'))
    .trimEnd()
    .split('\n')
    .at(-1);
  await expect(lines.locator('.diff-row').last()).toHaveText(last ?? '');
});
