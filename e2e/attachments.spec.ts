import { dirname } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { pngOf } from '../src/main/testing/sample-images.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import {
  button,
  composer,
  conversation,
  folderField,
  listSection,
  send,
  waitingCard,
} from './support/chat.ts';
import { test as guideTest } from './support/parley.ts';
import { answer, ask, question, say, test } from './support/provider.ts';

const photo = { name: 'photo.png', mimeType: 'image/png', buffer: pngOf(640, 400) };
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Remember the milk.') };
const program = { name: 'a.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2]) };

type TestFile = typeof photo;

const chips = (page: Page) => page.getByRole('list', { name: 'Attachments', exact: true }).last();

async function attach(page: Page, ...files: TestFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Attach').click();
  await (await chooser).setFiles(files);
}

/** Hands files to the page as a paste or a drop does. */
async function hand(page: Page, how: 'paste' | 'drop' | 'dragover', file: TestFile): Promise<void> {
  await composer(page).evaluate(
    (field, { how, name, mimeType, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type: mimeType }));
      const init = { bubbles: true, cancelable: true };
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent(how, { ...init, dataTransfer: data });
      field.dispatchEvent(event);
    },
    { how, name: file.name, mimeType: file.mimeType, base64: file.buffer.toString('base64') },
  );
}

test('files are attached, removed, and kept over a reload; what is neither text nor image is refused', async ({
  parley: { page },
}) => {
  await attach(page, photo, note, program);
  await expect(chips(page).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('alert')).toContainText("a.bin can't be attached");
  await expect(composer(page)).toBeFocused();
  await expect(chips(page).locator('img')).toHaveCount(1);
  await page.reload();
  await expect(chips(page).getByRole('listitem')).toHaveCount(2);
  await button(page, 'Remove note.txt').click();
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await expect(composer(page)).toBeFocused();
  await page.reload();
  await expect(button(page, 'Remove photo.png')).toBeVisible();
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
});

test('a hidden character in a file’s name is shown, in the field and in the sent message', async ({
  parley: { page },
}) => {
  await attach(page, { ...note, name: 'note\u202etxt.exe' });
  await expect(chips(page).locator('[data-code="U+202E"]')).toHaveCount(1);
  await expect(button(page, 'Remove note<U+202E>txt.exe')).toBeVisible();
  await send(page, 'Read it');
  const sent = conversation(page).getByRole('button', { name: 'Open note', exact: false });
  await expect(sent.locator('[data-code="U+202E"]')).toHaveCount(1);
});

test('an image is sent, shown in the chat, and opened larger by keyboard', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say('A grey picture.'));
  await attach(page, photo);
  await expect(button(page, 'Remove photo.png')).toBeVisible();
  await send(page, 'What is this?');
  await expect(button(page, 'Remove photo.png')).toBeHidden();
  await expect(conversation(page)).toContainText('A grey picture.');
  const open = button(conversation(page), 'Open photo.png');
  await expect(open.locator('img')).toHaveAttribute('width', '280');
  expect(JSON.stringify(provider.requests[0]?.body)).toContain(photo.buffer.toString('base64'));
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'photo.png', exact: true });
  await expect(dialog.getByRole('img', { name: 'photo.png' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
});

test('a text file of a message is opened, read and copied by keyboard, and stays open while the chat goes on', async ({
  parley: { page },
  provider,
}) => {
  const long = Array.from({ length: 80 }, (_, index) => `Paragraph ${index}.`).join('\n\n');
  let goOn = () => {};
  const after = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  provider.reply({ ...say(long), after });
  await attach(page, note);
  await send(page, 'Read this');
  const open = conversation(page).getByRole('button', { name: 'Open note.txt' });
  await open.focus();
  await page.keyboard.press('Enter');
  const pane = page.getByRole('region', { name: 'note.txt', exact: true });
  await expect(pane.getByRole('group', { name: 'Text of note.txt' })).toHaveText('Remember the milk.');
  await expect(button(pane, 'Copy text')).toBeVisible();
  await page.setViewportSize({ width: 1000, height: 740 });
  await expectAccessible(page, 'a text file over the conversation');
  goOn();
  await expect(conversation(page)).toContainText('Paragraph 79');
  await expect(pane).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
  await expect(open).toBeFocused();
});

test('files stay with the message of their workspace', async ({ parley: { page, workspaceDir } }) => {
  await attach(page, note);
  await expect(button(page, 'Remove note.txt')).toBeVisible();
  await button(page, 'Open a folder').click();
  await folderField(page).fill(dirname(workspaceDir));
  await button(page, 'Open folder').click();
  await expect(button(page, 'Remove note.txt')).toBeHidden();
  await listSection(page, 'tiny-parser').locator('[data-list-row]').click();
  await expect(button(page, 'Remove note.txt')).toBeVisible();
});

test('files are pasted and dropped, and a drop is announced while it is held over the page', async ({
  parley: { page },
}) => {
  await hand(page, 'paste', photo);
  await expect(button(page, 'Remove photo.png')).toBeVisible();
  await hand(page, 'dragover', note);
  await expect(page.getByText('Drop to attach')).toBeVisible();
  await hand(page, 'drop', note);
  await expect(page.getByText('Drop to attach')).toBeHidden();
  await expect(button(page, 'Remove note.txt')).toBeVisible();
});

/** Pastes or drops a text, or does nothing where the page lets the browser do it. Returns false if the page took it. */
function handText(field: Locator, how: 'paste' | 'drop', line: string, times: number): Promise<boolean> {
  return field.evaluate(
    (element, { how, line, times }) => {
      const data = new DataTransfer();
      data.setData('text/plain', line.repeat(times));
      const init = { bubbles: true, cancelable: true };
      return element.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data }),
      );
    },
    { how, line, times },
  );
}

test('a long text is attached, and put in as text on request, which can be undone; one too long for a field is refused', async ({
  parley: { page },
  provider,
}) => {
  const line = '0123456789 <b>&amp;  \t';
  expect(await handText(composer(page), 'paste', 'x', 200_000), 'left to the browser').toBe(true);
  expect(await handText(composer(page), 'drop', `${line}\n`, 150_000)).toBe(false);
  const insert = button(page, 'Insert as text');
  await expect(page.getByText('gets the beginning and the end')).toBeVisible();
  await insert.click();
  await expect(page.getByRole('alert')).toContainText('stays a file');
  await button(page, 'Remove Pasted text.txt').click();
  await expect(insert).toBeHidden();

  expect(await handText(composer(page), 'paste', `${line}\n`, 12_000)).toBe(false);
  await composer(page).fill('Look:');
  await page.reload();
  await expect(composer(page)).toHaveValue('Look:');
  await insert.click();
  const whole = `Look:\n${`${line}\n`.repeat(12_000)}`;
  await expect(composer(page)).toHaveValue(whole);
  await expect(composer(page)).toBeFocused();
  await expect(insert).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(composer(page)).toHaveValue('Look:');
  await page.keyboard.press('Control+Shift+z');
  await expect(composer(page)).toHaveValue(whole);
  await page.keyboard.press('Control+z');

  provider.reply(answer(ask('call-1', { questions: [question('Which?', 'Pick', 'Alpha', 'Beta')] })));
  await page.keyboard.press('Enter');
  const card = await waitingCard(page);
  await card.getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
  const other = card.getByRole('textbox', { name: 'Other answer', exact: true });
  expect(await handText(other, 'paste', 'x', 1_000_000), 'left to the browser').toBe(true);
  expect(await handText(other, 'paste', 'x', 1_000_001)).toBe(false);
  await expect(card.getByRole('alert')).toContainText('The text was not put in');
  await page.keyboard.type('Gamma');
  await expect(card.getByRole('alert')).toBeHidden();
  await expect(other).toHaveValue('Gamma');
});

guideTest('an agent that sees no images is said to', async ({ parley: { page } }) => {
  await attach(page, photo);
  await expect(page.getByText('Parley cannot see images')).toBeVisible();
  await send(page, 'Plan a README for this project');
  await expect(conversation(page)).toContainText('I got photo.png, but I cannot see an image');
});
