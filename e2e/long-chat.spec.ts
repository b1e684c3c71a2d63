import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type JSHandle, type Page } from '@playwright/test';
import { button, composer, conversation, send, untilSaid } from './support/chat.ts';
import type { Parley } from './support/parley.ts';
import { say, test } from './support/provider.ts';
import { shortcutKeys } from './support/shortcut-keys.ts';

test.use({ alone: true });

const count = 10_000;

/** Adds thousands of messages, as months of talk do: a prompt, then an answer with a list and code. */
async function fillChat(parley: Parley): Promise<void> {
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end();
  const database = new DatabaseSync(join(parley.dataDir, 'parley.db'));
  database.exec(`
    WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO messages (id, workspace_id, role, created_at)
      SELECT i, workspace_id, iif(i % 2, 'user', 'agent'), created_at FROM messages, n WHERE id = 1;
    INSERT INTO parts (message_id, position, step, type, text)
      SELECT id, 0, 0, 'text', iif(id % 2, '', '## Answer' || char(10, 10)) || 'message ' || id ||
        iif(id % 5000 = 124, ', with the **golden** needle' || replace(hex(zeroblob(40)), '00', char(10, 10) || 'More.'), '') ||
        iif(id % 6, '', char(10, 10) || '\`\`\`ts' || char(10) || 'const a = 1;' || char(10) || '\`\`\`')
      FROM messages WHERE id > 2;
  `);
  database.close();
  await parley.start();
}

const top = (page: Page) => conversation(page).evaluate((log) => log.scrollTop);

const field = (page: Page) => page.getByRole('textbox', { name: 'Find in this chat', exact: true });

const status = (page: Page) => page.getByRole('search').getByRole('status');

const said = (page: Page, id: number) => conversation(page).getByText(`message ${id}`, { exact: true });

/** Watches from now on for how many frames in a row show no message that can be pressed in the middle, and for the page's size. */
async function watchFrames(page: Page): Promise<JSHandle<{ blank: number; elements: number }>> {
  return conversation(page).evaluateHandle((log) => {
    const seen = { blank: 0, elements: 0 };
    let blank = 0;
    const shows = (row: Element, middle: number) => {
      const { top: start, bottom: end } = row.getBoundingClientRect();
      const { visibility, pointerEvents } = getComputedStyle(row);
      return start <= middle && end >= middle && visibility === 'visible' && pointerEvents === 'auto';
    };
    const look = () => {
      const { top: start, height } = log.getBoundingClientRect();
      const rows = [...log.querySelectorAll('[data-row]')];
      blank = rows.some((row) => shows(row, start + height / 2)) ? 0 : blank + 1;
      seen.blank = Math.max(seen.blank, blank);
      seen.elements = Math.max(seen.elements, document.querySelectorAll('*').length);
      // What a frame has shown can be looked at right after it, before any other task.
      requestAnimationFrame(() => void scheduler.postTask(look, { priority: 'user-blocking' }));
    };
    look();
    return seen;
  });
}

/** The row in the middle of the conversation, and where its top is. */
const rowInMiddle = (page: Page) =>
  conversation(page).evaluate((log) => {
    const { top: start, height } = log.getBoundingClientRect();
    const row = [...log.querySelectorAll('[data-row]')].find((each) => {
      const { bottom } = each.getBoundingClientRect();
      return bottom > start + height / 2 && getComputedStyle(each).visibility === 'visible';
    });
    return { key: row?.getAttribute('data-row') ?? '', top: row?.getBoundingClientRect().top ?? 0 };
  });

/** Turns the wheel over several pages, each of which comes in above what is read. */
async function expectSteadyRows(page: Page): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    const { key, top: before } = await rowInMiddle(page);
    const row = conversation(page).locator(`[data-row="${key}"]`);
    await page.mouse.wheel(0, -300);
    await expect
      .poll(async () => Math.round((await row.evaluate((it) => it.getBoundingClientRect().top)) - before))
      .toBe(300);
  }
}

/** Turns the wheel, and waits until a frame has shown that. */
async function wheelInFrame(page: Page, distance: number): Promise<void> {
  const before = await top(page);
  await page.mouse.wheel(0, distance);
  await expect.poll(() => top(page)).not.toBe(before);
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Shows by what the page has below the screen that a turn of the wheel will not show an empty frame. */
async function expectRowsBelow(page: Page): Promise<void> {
  const below = await conversation(page).evaluate((log) => {
    const { bottom } = log.getBoundingClientRect();
    const tops = [...log.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect().top);
    return tops.filter((top) => top > bottom && top < bottom + 600).length;
  });
  expect(below).toBeGreaterThan(0);
}

async function scroll({ page }: Parley): Promise<void> {
  const copyLast = button(conversation(page).locator('[data-row]').last(), 'Copy message');
  await copyLast.focus();
  const seen = await watchFrames(page);
  await conversation(page).hover();
  for (let turn = 0; turn < 30; turn += 1) await wheelInFrame(page, -500);
  await expectRowsBelow(page);
  for (let turn = 0; turn < 8; turn += 1) await wheelInFrame(page, 500);
  await expect(said(page, count - 10)).toBeHidden();
  await expect(copyLast).toBeFocused();
  await expectSteadyRows(page);
  const { blank, elements } = await seen.jsonValue();
  expect(blank).toBeLessThanOrEqual(1);
  expect(elements).toBeLessThan(1_000);
}

/** The messages in the page, in the order in which a screen reader comes to them, with what it says of their places. */
const places = (page: Page) =>
  conversation(page)
    .getByRole('article')
    .evaluateAll((messages) =>
      messages.map((message) => {
        const text = message instanceof HTMLElement ? message.innerText : '';
        const [, said] = /message (\d+)/.exec(text) ?? [];
        const number = (name: string) => Number(message.getAttribute(name));
        return { said: Number(said), at: number('aria-posinset'), of: number('aria-setsize') };
      }),
    );

/** The messages say in their order which of all they are; what is said in this chat are their numbers. */
async function expectPlaces(page: Page, among: number): Promise<void> {
  await expect.poll(async () => (await places(page)).map(({ at }) => at)).toContain(among);
  const here = await places(page);
  const order = here.map(({ at }) => at);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(here.filter(({ said, at, of }) => of !== count || (said > 0 && said !== at))).toEqual([]);
}

async function goToEnds({ page }: Parley): Promise<void> {
  await button(page, 'Copy message').last().focus();
  await expectPlaces(page, count);
  await page.keyboard.press('Home');
  await expect(conversation(page)).toContainText('Answer one.');
  await expect.poll(() => top(page)).toBe(0);
  await expect(conversation(page)).toBeFocused();
  await expectPlaces(page, 1);
  await expectKeyScrolls(page, 'PageDown', 1);
  await expectKeyScrolls(page, 'ArrowDown', 1);
  await expectKeyScrolls(page, 'ArrowUp', -1);
  await expectKeyScrolls(page, 'PageUp', -1);
  await page.keyboard.press('End');
  await expect(said(page, count)).toBeInViewport();
  await expect(button(page, 'Jump to latest')).toBeHidden();
  await expect(conversation(page)).toBeFocused();
}

/** The end is reached also while the scrolling of another key goes on, and rows get their heights by it. */
async function goToEndAtOnce({ page }: Parley): Promise<void> {
  const fromEnd = () =>
    conversation(page).evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
  for (const pages of [1, 3]) {
    for (let press = 0; press < pages; press += 1) await page.keyboard.press('PageUp');
    await page.keyboard.press('End');
    await expect(button(page, 'Jump to latest')).toBeHidden();
    await expect.poll(fromEnd).toBeLessThanOrEqual(1);
  }
}

/** Presses a key, and waits until the scrolling that it begins has come to its end. */
async function expectKeyScrolls(page: Page, key: string, direction: 1 | -1): Promise<void> {
  const before = await top(page);
  const scrolling = await conversation(page).evaluateHandle((log) => ({
    ended: new Promise<void>((resolve) => log.addEventListener('scrollend', () => resolve(), { once: true })),
  }));
  await page.keyboard.press(key);
  await scrolling.evaluate(({ ended }) => ended);
  expect(Math.sign((await top(page)) - before)).toBe(direction);
}

async function find({ page, host }: Parley): Promise<void> {
  await composer(page).focus();
  await page.keyboard.press(shortcutKeys(host, 'find'));
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('GOLDEN needle');
  await expect(status(page)).toHaveText('1 of 2');
  const newest = conversation(page).getByText('golden');
  await expect(newest).toBeInViewport();
  await expect(conversation(page)).toContainText('message 5124');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('2 of 2');
  await expect(conversation(page)).toContainText('message 124,');
  await expect(newest).toBeInViewport();
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('found-here')?.size)).toBe(1);
  await page.keyboard.press('Shift+Enter');
  await expect(conversation(page)).toContainText('message 5124');
  await expect(newest).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('search')).toBeHidden();
  await expect(composer(page)).toBeFocused();
  expect(await page.evaluate(() => CSS.highlights.has('found-here'))).toBe(false);
}

async function copyAll({ page }: Parley): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await conversation(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+C');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(`message ${count}`);
  const text = await copied();
  expect(text.startsWith('You:\n\nfirst\n\nAgent:\n\nAnswer one.\n\nYou:\n\nmessage 3\n\n')).toBe(true);
  expect(text).not.toContain('Open a folder');
  const numbers = [...text.matchAll(/message (\d+)/g)].map(([, id]) => Number(id));
  expect(numbers).toEqual(Array.from({ length: count - 2 }, (_, index) => index + 3));
}

async function sendFromAfar({ page }: Parley): Promise<void> {
  await send(page, 'And now');
  await untilSaid(page, 'Heard.');
  await expect(conversation(page).getByText('Heard.')).toBeInViewport();
  await expect(button(page, 'Jump to latest')).toBeHidden();
}

type OpeningFrame = { rows: number; seen: number; toEnd: number };

/** Notes from now on every frame that shows rows: how many there are, how many of them can be seen, and how far from the end. */
async function watchOpening(page: Page): Promise<JSHandle<OpeningFrame[]>> {
  return page.evaluateHandle(() => {
    const frames: OpeningFrame[] = [];
    const look = () => {
      const log = document.querySelector('[role=log]');
      const rows = [...(log?.querySelectorAll('[data-row]') ?? [])];
      const view = log?.getBoundingClientRect();
      const seen = rows.filter((row) => {
        const { top: start, bottom: end } = row.getBoundingClientRect();
        const isShown = getComputedStyle(row).visibility === 'visible';
        return view !== undefined && isShown && end > view.top && start < view.bottom;
      });
      const toEnd = log === null ? 0 : log.scrollHeight - log.clientHeight - log.scrollTop;
      if (rows.length > 0) frames.push({ rows: rows.length, seen: seen.length, toEnd });
      // What a frame has shown can be looked at right after it, before any other task.
      requestAnimationFrame(() => void scheduler.postTask(look, { priority: 'user-blocking' }));
    };
    look();
    return frames;
  });
}

async function openFromAnother({ page, host }: Parley): Promise<void> {
  await page.keyboard.press(shortcutKeys(host, 'new-chat'));
  await expect(conversation(page)).toContainText('Say what you want done');
  await page.reload();
  await expect(composer(page)).toBeFocused();
  const frames = await watchOpening(page);
  await page.locator('[data-list-row]').filter({ hasText: 'first' }).click();
  await expect(conversation(page).getByText('Heard.')).toBeInViewport();
  const lastRows = async () => (await frames.jsonValue()).at(-1)?.rows ?? 0;
  await expect.poll(lastRows).toBeGreaterThan(10);
  const all = await frames.jsonValue();
  const [first] = all;
  expect(first?.seen).toBeGreaterThan(5);
  expect(first?.rows).toBeLessThan(1.5 * (first?.seen ?? 0));
  expect(all.filter(({ toEnd }) => Math.abs(toEnd) > 1)).toEqual([]);
  expect(new Set(all.map(({ seen }) => seen)).size).toBe(1);
}

test('a chat of 10,000 messages is read, searched and copied to both its ends', async ({
  parley,
  provider,
}) => {
  provider.reply(say('Answer one.'), say('Heard.'));
  await send(parley.page, 'first');
  await untilSaid(parley.page, 'Answer one.');
  await fillChat(parley);
  const { page, host } = parley;
  await page.reload();
  await expect(said(page, count)).toBeInViewport();
  await test.step('scrolling shows messages in every frame, and few elements', () => scroll(parley));
  await test.step('Home leads to the very first message, End back to the last', () => goToEnds(parley));
  await test.step('End leads to the end also in the midst of other scrolling', () => goToEndAtOnce(parley));
  await test.step('a search reaches what was never loaded, and gives the focus back', () => find(parley));
  if (host === 'browser') await test.step('all of it is copied, whatever is loaded', () => copyAll(parley));
  await test.step('what is sent from far back leads to the end', () => sendFromAfar(parley));
  await test.step('its first frame shows its end and little else, and nothing moves after that', () =>
    openFromAnother(parley));
});
