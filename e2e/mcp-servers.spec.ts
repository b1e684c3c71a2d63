import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible } from './support/accessibility.ts';
import { button, openSettled, press, pressOnCard, send, untilArmed, untilSaid } from './support/chat.ts';
import { answer, say, test } from './support/provider.ts';

const everything = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);

const fileSchema = z.object({ mcpServers: z.record(z.string(), z.unknown()) });

const calls = (id: string, name: string, input: object = {}) => answer({ type: 'tool_use', id, name, input });

const permission = (page: Page, name: string) =>
  page.getByRole('region', { name: `Permission: ${name}`, exact: true });

test('a pasted server is used: started at once, tried, called with permission, its image shown, a rule made, over a restart', async ({
  parley,
  provider,
}) => {
  const { page } = parley;
  await button(page, 'Settings').click();
  await button(page, 'Tools').click();
  await button(page, 'Add server').click();
  const entry = { everything: { command: process.execPath, args: [everything] } };
  const json = page.getByRole('textbox', { name: 'Server as JSON', exact: true });
  await json.fill(JSON.stringify(entry));
  await page.keyboard.press('Escape');
  await expect(button(page, 'Add server')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(json).toHaveValue(JSON.stringify(entry));
  await button(page, 'Add').click();
  await expect(button(page, 'Add server')).toBeFocused();
  await expect(page.getByText(/^Ready · \d+ tools$/)).toBeVisible();
  await button(page, 'Restart everything').click();
  await expect(page.getByText(/^Ready · \d+ tools$/)).toBeVisible();
  await button(page, 'everything').click();
  await expect(page.getByRole('list', { name: 'Tools', exact: true })).toContainText('get-tiny-image');
  await button(page, 'Back to chats').click();
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  provider.reply(calls('m1', 'everything__get-tiny-image'), say('That is the logo.'));
  await send(page, 'Show me its logo');
  const image = permission(page, 'get-tiny-image of everything');
  await expect(image).toBeVisible();
  await press(image, 'Allow once');
  await expect(page.getByRole('img', { name: 'Image 1', exact: true })).toBeVisible();
  await untilSaid(page, 'That is the logo.');
  provider.reply(calls('m2', 'everything__echo', { message: 'wren' }), say('It said wren.'));
  await send(page, 'Have it say wren');
  const echo = permission(page, 'echo of everything');
  await expect(echo).toContainText('"message": "wren"');
  await untilArmed(echo);
  await pressOnCard(button(echo, 'More choices'));
  await page
    .getByRole('menuitem', { name: /Always use .*echo/ })
    .first()
    .click();
  await untilSaid(page, 'It said wren.');
  await openSettled(echo);
  await expect(echo.getByRole('group', { name: 'Answer', exact: true })).toHaveText('Echo: wren');
  await expectAccessible(page, 'the answer of a server');
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end('SIGKILL');
  await parley.start();
  const again = parley.page;
  provider.reply(calls('m3', 'everything__echo', { message: 'robin' }), say('It said robin.'));
  await send(again, 'And robin');
  await expect(again.getByText('It said robin.').first()).toBeVisible();
  await expect(permission(again, 'echo of everything').last()).toContainText('allowed by your rule');
});

test('a server is edited, switched off and on, removed and put back in Settings', async ({
  parley: { page, dataDir },
}) => {
  const stored = () =>
    fileSchema.parse(JSON.parse(readFileSync(join(dataDir, 'mcp.json'), 'utf8'))).mcpServers;
  await button(page, 'Settings').click();
  await button(page, 'Tools').click();
  await button(page, 'Add server').click();
  const json = page.getByRole('textbox', { name: 'Server as JSON', exact: true });
  await json.fill('"files": { "command": "no-such-program" }');
  await button(page, 'Add').click();
  const row = (name: string) => page.getByRole('listitem', { name, exact: true });
  await expect(row('files').getByRole('status')).toContainText('no-such-program');
  await expect(button(row('files'), 'Restart files')).toHaveText('Restart');

  await button(row('files'), 'Edit files').click();
  await expect(json).toHaveValue('"files": {\n  "command": "no-such-program"\n}');
  await json.fill('"everything": {}');
  await button(row('files'), 'Save').click();
  await expect(row('files').getByRole('alert')).toHaveText(/neither a "command" nor a "url"/);
  await json.fill(JSON.stringify({ everything: { command: process.execPath, args: [everything] } }));
  await button(row('files'), 'Save').click();
  await expect(row('everything').getByRole('status')).toHaveText(/^Ready · \d+ tools$/);
  await expectAccessible(page, 'a server that is ready');

  const used = row('everything').getByRole('switch', { name: 'Use everything', exact: true });
  await used.click();
  await expect(row('everything').getByRole('status')).toHaveText('Off');
  expect(stored()['everything']).toMatchObject({ disabled: true });
  await expect(button(row('everything'), 'Restart everything')).toBeHidden();
  await used.click();
  await expect(row('everything').getByRole('status')).toHaveText(/^Ready · \d+ tools$/);

  await button(row('everything'), 'Remove everything').click();
  await expect(row('everything')).toBeHidden();
  expect(stored()).toEqual({});
  await expect(button(page, 'Undo removing everything')).toBeFocused();
  await expectAccessible(page, 'a server that was removed');
  await page.keyboard.press('Enter');
  await expect(row('everything').getByRole('status')).toHaveText(/^Ready · \d+ tools$/);
});
