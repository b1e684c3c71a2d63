import { dirname } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { imagesIn } from '../test/main/agents/model/claude-with-images.ts';
import { noisyPngOf, pngOf } from '../test/main/agents/model/sample-images.ts';
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
import { answer, ask, bodyOf, question, say, test } from './support/provider.ts';

const photo = { name: 'photo.png', mimeType: 'image/png', buffer: pngOf(640, 400) };
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Remember the milk.') };
const program = { name: 'a.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2]) };

type TestFile = { name: string; mimeType: string; buffer: Buffer };

const chips = (page: Page) => page.getByRole('list', { name: 'Attachments', exact: true }).last();

/** The files that can be sent; one that is still being read has no button yet. */
const attached = (page: Page) => chips(page).getByRole('button', { name: /^Remove / });

async function attach(page: Page, ...files: TestFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Attach').click();
  await (await chooser).setFiles(files);
}

/** Hands a file to the page as a paste or a drop does, with so many `more` bytes behind it. */
async function hand(page: Page, how: 'paste' | 'drop' | 'dragover', file: TestFile, more = 0): Promise<void> {
  await composer(page).evaluate(
    (field, { how, name, mimeType, base64, more }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes, new Uint8Array(more)], name, { type: mimeType }));
      const init = { bubbles: true, cancelable: true };
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent(how, { ...init, dataTransfer: data });
      field.dispatchEvent(event);
    },
    { how, name: file.name, mimeType: file.mimeType, base64: file.buffer.toString('base64'), more },
  );
}

test('files are attached, removed, and kept over a reload; what is neither text nor image is refused', async ({
  parley: { page },
}) => {
  await attach(page, photo, note, program);
  await expect(attached(page)).toHaveCount(2);
  await expect(page.getByRole('alert')).toContainText("a.bin can't be attached");
  await expect(composer(page)).toBeFocused();
  await expect(chips(page).locator('img')).toHaveCount(1);
  await page.reload();
  await expect(attached(page)).toHaveCount(2);
  await button(page, 'Remove note.txt').click();
  await expect(attached(page)).toHaveCount(1);
  await expect(composer(page)).toBeFocused();
  await page.reload();
  await expect(button(page, 'Remove photo.png')).toBeVisible();
  await expect(attached(page)).toHaveCount(1);
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

const picture = (name: string, buffer: Buffer): TestFile => ({ name, mimeType: 'image/*', buffer });

const coloured = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } });

/** A photo as a phone takes it on its side: blue on the left as stored, so above as it is seen. */
async function photoOnItsSide(): Promise<Buffer> {
  const left = await coloured(1_500, 2_000, '#00f').png().toBuffer();
  return coloured(3_000, 2_000, '#fff')
    .composite([{ input: left, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

test('an image goes to the model upright and no larger than it looks at, and stays whole for the person', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say('Seen.'));
  const photo = await photoOnItsSide();
  const wide = await coloured(2_000, 100, '#00f8').png().toBuffer();
  const inPrint = await coloured(60, 40, '#0f0').toColourspace('cmyk').jpeg().toBuffer();
  const frames = Buffer.from(Array.from({ length: 20 * 40 * 3 }, (_, index) => (index * 31) % 251));
  const raw = { width: 20, height: 40, channels: 3 as const, pageHeight: 20 };
  const moving = await sharp(frames, { raw })
    .gif({ delay: [90, 90] })
    .toBuffer();
  await attach(
    page,
    picture('photo.jpg', photo),
    picture('wide.png', wide),
    picture('print.jpg', inPrint),
    picture('moving.gif', moving),
  );
  await expect(attached(page)).toHaveCount(4);
  await expect(chips(page)).toContainText('sent as 1,045 × 1,568');
  await expect(chips(page)).toContainText('only its first frame is sent');
  await send(page, 'What are these?');
  await expect(conversation(page)).toContainText('Seen.');

  const sent = imagesIn(await bodyOf(provider, 0));
  const facts = await Promise.all(sent.map(({ bytes }) => sharp(bytes).metadata()));
  expect(facts).toMatchObject([
    { format: 'jpeg', width: 1_045, height: 1_568 },
    { format: 'png', width: 1_568, height: 78, hasAlpha: true },
    { format: 'jpeg', width: 60, height: 40, space: 'srgb' },
    { format: 'png', width: 20, height: 20 },
  ]);
  expect(facts.map(({ orientation, exif }) => [orientation ?? 1, exif])).toEqual(
    facts.map(() => [1, undefined]),
  );
  const above = await sharp(sent[0]?.bytes).resize(1, 2).raw().toBuffer();
  expect([...above.subarray(0, 3)].map((value) => Math.round(value / 128))).toEqual([0, 0, 2]);
  await button(conversation(page), 'Open photo.jpg').click();
  const shown = page.getByRole('dialog').getByRole('img', { name: 'photo.jpg' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(3_000);
});

test('an image that can’t be read is refused in words where it is attached, and the others stay', async ({
  parley: { page },
}) => {
  const whole = noisyPngOf(300, 200);
  const damaged = Buffer.from(whole).fill(0xee, 50, 30_000);
  const heic = Buffer.from('0000001c6674797068656963000000006d69663168656963', 'hex');
  await attach(
    page,
    picture('cut.png', whole.subarray(0, whole.length / 2)),
    picture('head.png', whole.subarray(0, 33)),
    picture('damaged.png', damaged),
    picture('phone.heic', heic),
    picture('huge.png', pngOf(9_000, 9_000)),
    picture('whole.png', whole),
  );
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText("cut.png can't be attached: the image is damaged or cut off.");
  for (const name of ['head.png', 'damaged.png'])
    await expect(refusal).toContainText(`${name} can't be attached: the image is damaged or cut off.`);
  await expect(refusal).toContainText("phone.heic can't be attached as HEIC. Save it as PNG or JPEG");
  await expect(refusal).toContainText('huge.png is too large: an image can have 64 megapixels.');
  await expect(attached(page)).toHaveCount(1);
  await expect(button(page, 'Remove whole.png')).toBeVisible();
});

test('an image of 38 MB is refused with a remedy that helps', async ({ parley: { page } }) => {
  await hand(page, 'paste', picture('large.png', pngOf(400, 300)), 38_000_000);
  await expect(page.getByRole('alert')).toHaveText(
    'large.png is too large: an image can have 15 MB. Attach a smaller version of it.',
  );
});

test('an image is dropped when its message is sent again, over a reload, and can be kept after all', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say('Two.'), say('One.'));
  const images = [1, 2].map((number) => picture(`shot-${number}.png`, pngOf(600, 300 + number)));
  await attach(page, ...images);
  await expect(attached(page)).toHaveCount(2);
  await composer(page).press('Enter');
  await expect(conversation(page)).toContainText('Two.');
  await button(page, 'Edit and resend').first().click();
  await expect(button(page, 'Resend')).toBeEnabled();
  await button(page, 'Drop shot-1.png').click();
  await button(page, 'Drop shot-2.png').click();
  await expect(button(page, 'Resend')).toBeDisabled();
  await page.reload();
  await button(page, 'Keep shot-2.png').click();
  await button(page, 'Resend').click();
  await expect(conversation(page)).toContainText('One.');
  expect(imagesIn(await bodyOf(provider, 1)).map(({ bytes }) => bytes)).toEqual([images[1]?.buffer]);
  await expect(button(conversation(page), 'Open shot-2.png')).toBeVisible();
  await expect(button(conversation(page), 'Open shot-1.png')).toHaveCount(0);
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
  await expect(card.getByRole('alert')).toContainText('The text is too long to insert');
  await page.keyboard.type('Gamma');
  await expect(card.getByRole('alert')).toBeHidden();
  await expect(other).toHaveValue('Gamma');
});

guideTest('an agent that sees no images is said to', async ({ parley: { page } }) => {
  await attach(page, photo);
  await expect(page.getByText('Guide can’t see images')).toBeVisible();
  await send(page, 'Plan a README for this project');
  await expect(conversation(page)).toContainText('I got photo.png, but I cannot see an image');
});
