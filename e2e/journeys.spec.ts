import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import {
  button,
  cards,
  chatRows,
  composer,
  listSection,
  openAgents,
  press,
  send,
  untilAgentIs,
  untilArmed,
  untilSaid,
  waitingCard,
} from './support/chat.ts';
import { edit, preview, rename, stage, wish, write } from './support/previews.ts';
import { answer, ask, claudeEnv, question, say, test } from './support/provider.ts';
import { test as wiredTest } from './support/provider-proxy.ts';

/**
 * What people do most often, and how many presses it takes: a press is a click or a key, a chord is one key.
 *
 * | journey | presses | how |
 * | --- | --- | --- |
 * | a new chat in the same folder | 1 click | `New chat`; the caret is in the composer |
 * | another model for this chat | 2 clicks | the model's name under the message, then the other one |
 * | one question answered while writing | 2 keys | its number, then Enter |
 * | a long plan read and approved | 2 clicks | `Read and approve`, then `Approve plan` under the whole plan |
 * | one of three files left out | 2 clicks | `Drop` at the file, then `Apply` |
 * | three questions answered, one pick each | 4 clicks | three options, then `Submit answers` |
 * | the same from the keyboard | 4 keys | three digits, then Ctrl+Enter |
 */
const countsSchema = z.object({ clicks: z.number(), keys: z.number() });

type Counts = z.infer<typeof countsSchema>;

/** Counts what a person presses from now on; a chord is one key. */
async function countPresses(page: Page): Promise<() => Promise<Counts>> {
  await page.evaluate(() => {
    const counts = { clicks: 0, keys: 0 };
    const seen = (event: Event) => {
      if (event instanceof PointerEvent) counts.clicks += 1;
      const isKey =
        event instanceof KeyboardEvent && !['Alt', 'Control', 'Meta', 'Shift'].includes(event.key);
      if (isKey) counts.keys += 1;
      document.documentElement.dataset['presses'] = JSON.stringify(counts);
    };
    for (const type of ['pointerdown', 'keydown', 'wheel']) document.addEventListener(type, seen, true);
    document.documentElement.dataset['presses'] = JSON.stringify(counts);
  });
  return async () =>
    countsSchema.parse(
      JSON.parse(await page.evaluate(() => document.documentElement.dataset['presses'] ?? '')),
    );
}

const three = [
  question('Where should the cache live?', 'Cache', 'SQLite', 'JSON files'),
  question('Who reviews it?', 'Review by', 'Ada', 'Grace'),
  question('When is it due?', 'Due', 'This week', 'Next week'),
];

const longPlan = Array.from(
  { length: 40 },
  (_, index) => `${index + 1}. Do the thing number ${index + 1}.`,
).join('\n\n');

test('a new chat in the same folder takes one click', async ({ parley: { page }, provider }) => {
  provider.reply(say('It is all there.'));
  await send(page, 'What is in this folder?');
  await untilSaid(page, 'It is all there.');
  const presses = await countPresses(page);
  await button(page, 'New chat').click();
  await expect(page.getByRole('heading', { name: 'New chat', level: 1, exact: true })).toBeVisible();
  await expect(chatRows(page)).toHaveCount(2);
  await expect(listSection(page, 'tiny-parser').locator('[aria-current=page]')).toContainText('New chat');
  await expect(composer(page)).toBeFocused();
  expect(await presses()).toEqual({ clicks: 1, keys: 0 });
});

const withModels = wiredTest.extend({
  env: async ({ claude, wire }, use) => use(claudeEnv({ ...claude, url: wire.url })),
});

withModels('another model takes two clicks', async ({ parley: { page }, wire }) => {
  const models = { data: [{ id: 'claude-test' }, { id: 'claude-small-test' }] };
  wire.answerAt('/v1/models', { status: 200, body: models });
  await untilAgentIs(page, 'Claude · claude-test');
  const presses = await countPresses(page);
  await openAgents(page);
  await page.getByRole('option', { name: 'claude-small-test' }).click();
  await untilAgentIs(page, 'Claude · claude-small-test');
  expect(await presses()).toEqual({ clicks: 2, keys: 0 });
});

test('one question is answered from the composer with two keys', async ({ parley: { page }, provider }) => {
  provider.reply(answer(ask('one', { questions: [three[0]] })), say('Thanks.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await composer(page).focus();
  const presses = await countPresses(page);
  await page.keyboard.press('2');
  await expect(page.getByRole('status').filter({ hasText: /^Answer:/ })).toHaveText('Answer: JSON files');
  await expect(page.locator('[data-arming]:has([role=status])')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Answered');
  expect(await presses()).toEqual({ clicks: 0, keys: 2 });
});

for (const width of [1440, 420])
  test(`a long plan is read and approved with two clicks, and no button is scrolled to, at ${width} pixels`, async ({
    parley: { page },
    provider,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    provider.reply(
      answer({
        type: 'tool_use',
        id: 'p1',
        name: 'propose_plan',
        input: { title: 'Do it all', plan: longPlan },
      }),
      wish('It is ready.'),
      say('I begin.'),
    );
    await send(page, 'Plan it');
    const card = preview(page, 'Do it all');
    await expect(card).toContainText('Needs you');
    const read = button(card, 'Read and approve');
    await expect(read).toBeInViewport({ ratio: 1 });
    const presses = await countPresses(page);
    await read.click();
    const approve = button(page, 'Approve plan');
    await expect(approve).toBeInViewport({ ratio: 1 });
    await expect(approve).not.toHaveAttribute('aria-disabled', 'true');
    await approve.click();
    await untilSaid(page, 'I begin.');
    expect(await presses()).toEqual({ clicks: 2, keys: 0 });
  });

test('one of three files is left out with two clicks', async ({ parley: { page }, provider }) => {
  const parser = edit('parser-1', 'src/parse.js', 'Reads lines', 'Takes lines');
  provider.reply(
    answer(rename, parser, write('notes-1', 'CHANGES.md', '# Changes\n')),
    wish('All is ready.'),
    say('Done.'),
  );
  const card = await stage(page, 'All is ready.');
  await untilArmed(card);
  const presses = await countPresses(page);
  await button(card, 'Drop src/parse.js').click();
  await expect(card).toContainText('2 of 3 changes kept');
  await press(card, 'Apply 2 files');
  await expect(card).toContainText('Applied · 2 of 3 files');
  expect(await presses()).toEqual({ clicks: 2, keys: 0 });
});

test('three questions are answered with four clicks', async ({ parley: { page }, provider }) => {
  provider.reply(answer(ask('three', { questions: three })), say('Thanks.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  const presses = await countPresses(page);
  for (const name of ['SQLite', 'Ada', 'This week'])
    await card.getByRole('radio', { name, exact: true }).click();
  await press(card, 'Submit answers');
  await expect(cards(page)).toHaveAttribute('data-state', 'settled');
  expect(await presses()).toEqual({ clicks: 4, keys: 0 });
});

test('three questions are answered with four keys', async ({ parley: { page }, provider }) => {
  provider.reply(answer(ask('three', { questions: three })), say('Thanks.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await card.getByRole('radio', { name: 'SQLite', exact: true }).focus();
  const presses = await countPresses(page);
  for (const [key, next] of [
    ['1', 'Ada'],
    ['2', 'This week'],
    ['1', null],
  ] as const) {
    await page.keyboard.press(key);
    if (next !== null) await expect(card.getByRole('radio', { name: next, exact: true })).toBeFocused();
  }
  await expect(button(card, 'Submit answers')).toBeVisible();
  await untilArmed(card);
  await page.keyboard.press('Control+Enter');
  await expect(cards(page)).toHaveAttribute('data-state', 'settled');
  expect(await presses()).toEqual({ clicks: 0, keys: 4 });
});
