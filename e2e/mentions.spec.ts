import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, composer, conversation } from './support/chat.ts';
import { bodyOf, lastMessage, say, test } from './support/provider.ts';

const files = (page: Page) => page.getByRole('listbox', { name: 'Files', exact: true });
const file = (page: Page, path: string) => files(page).getByRole('option', { name: path, exact: true });

test('@ lists files of the folder; the keyboard chooses one, which the message and the agent show', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  await mkdir(join(workspaceDir, 'docs'));
  await writeFile(join(workspaceDir, 'docs/my notes.md'), 'Notes');
  await writeFile(join(workspaceDir, '.gitignore'), 'secret.js\n');
  await writeFile(join(workspaceDir, 'secret.js'), '');
  provider.reply(say('I see.'));
  await composer(page).focus();
  await page.keyboard.type('Look at @');
  await expect(file(page, 'package.json')).toHaveAttribute('aria-selected', 'false');
  await expect(file(page, 'secret.js')).toHaveCount(0);
  await page.keyboard.type('parse');
  await expect(files(page).getByRole('option')).toHaveCount(2);
  await expectAccessible(page, 'files to mention');
  const active = files(page).getByRole('option', { selected: true });
  const first = await active.getAttribute('aria-label');
  await expect(composer(page)).toHaveAttribute(
    'aria-activedescendant',
    (await active.getAttribute('id')) ?? '',
  );
  await page.keyboard.press('ArrowDown');
  await expect(active).not.toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue(`Look at @${first} `);
  await page.keyboard.type('and @notes');
  await expect(file(page, 'docs/my notes.md')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(composer(page)).toHaveValue(`Look at @${first} and @"docs/my notes.md" `);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(conversation(page).getByTitle('docs/my notes.md')).toHaveText('@"docs/my notes.md"');
  await expect(conversation(page).getByTitle(first ?? '', { exact: true })).toBeVisible();
  expect(lastMessage(await bodyOf(provider, 0)).texts).toEqual([
    `Look at @${first} and @"docs/my notes.md" `,
  ]);
});

test('Escape closes the list and keeps the text; a click chooses; what names no file stays text', async ({
  parley: { page },
}) => {
  await composer(page).focus();
  await page.keyboard.type('@main');
  await expect(file(page, 'src/main.js')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(files(page)).toBeHidden();
  await expect(composer(page)).toHaveValue('@main');
  await page.keyboard.type(' @pars');
  await page.setViewportSize({ width: 360, height: 640 });
  await file(page, 'src/parse.js').click();
  await expect(composer(page)).toHaveValue('@main @src/parse.js ');
  await expect(composer(page)).toBeFocused();
  await expectNoSidewaysScroll(page);
  await page.keyboard.type('@alice');
  await expect(files(page)).toBeHidden();
});

/** Puts a text at the caret as dictation or a panel of emoji does, and presses Enter before anything else happens. */
function insertThenEnter(page: Page, text: string): Promise<void> {
  return composer(page).evaluate((field, inserted) => {
    document.execCommand('insertText', false, inserted);
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }, text);
}

test('a text without keys chooses what is shown for it; each thing put in can be undone, and done again', async ({
  parley: { page },
}) => {
  await composer(page).focus();
  await page.keyboard.type('See @');
  await expect(file(page, 'package.json')).toBeVisible();
  await insertThenEnter(page, 'parse.j');
  await expect(composer(page)).toHaveValue('See @src/parse.js ');
  await page.keyboard.type('first');
  await page.keyboard.press('Control+z');
  await expect(composer(page)).toHaveValue('See @src/parse.js ');
  await page.keyboard.press('Control+z');
  await expect(composer(page)).toHaveValue('See @parse.j');
  await page.keyboard.press('Control+Shift+z');
  await expect(composer(page)).toHaveValue('See @src/parse.js ');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('/');
  const commands = page.getByRole('listbox', { name: 'Commands', exact: true });
  await expect(commands).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(composer(page)).toHaveValue(/^\/\w+ $/);
  await page.keyboard.press('Control+z');
  await expect(composer(page)).toHaveValue('/');
  await page.keyboard.press('Control+z');
  await expect(composer(page)).toHaveValue('See @src/parse.js ');
  await page.keyboard.press('Escape');
  await button(page, 'Plan a README for this project').click();
  await expect(composer(page)).toHaveValue('See @src/parse.js Plan a README for this project');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(composer(page)).toHaveValue('See @src/parse.js ');
});
