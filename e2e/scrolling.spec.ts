import { expect, type Locator, type Page } from '@playwright/test';
import { button, cards, composer, conversation, send, untilSaid } from './support/chat.ts';
import { answer, ask, question, say, test } from './support/provider.ts';

const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of a long answer.`).join('\n\n');

const distanceToEnd = (page: Page) =>
  conversation(page).evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);

/** Distance of a card's top from the conversation's. */
const topOfCard = (page: Page, which: number) =>
  cards(page)
    .nth(which)
    .evaluate((card) => {
      const log = card.closest('[role=log]')?.getBoundingClientRect();
      return card.getBoundingClientRect().top - (log?.top ?? 0);
    });

async function scrollUp(page: Page): Promise<void> {
  const scrollable = () => conversation(page).evaluate((log) => log.scrollHeight - log.clientHeight);
  await expect.poll(scrollable, 'the answer is laid out').toBeGreaterThan(1_000);
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await conversation(page).hover();
  await page.mouse.wheel(0, -1_500);
  await expect.poll(() => distanceToEnd(page)).toBeGreaterThan(500);
}

/** Sends a message to which the agent gives its long answer. */
async function goOn(page: Page): Promise<void> {
  await send(page, 'Go on');
  await expect(conversation(page)).toContainText('Paragraph 59');
}

const jump = (page: Page) => page.getByRole('button', { name: /^Jump to latest/ });

test('a problem that goes and comes back leaves the chat at its end', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(
    say(long),
    { type: 'status', status: 401, error: 'authentication_error' },
    { type: 'cut', blocks: [{ type: 'text', text: long }], how: 'end' },
  );
  await goOn(page);
  await send(page, 'And now');
  await button(page, 'Retry').click();
  await expect(page.getByText('broke off')).toBeVisible();
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await expect(jump(page)).toBeHidden();
});

test('content that shrinks and grows again within a moment leaves the chat at its end', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say(long));
  await goOn(page);
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await conversation(page).evaluate((log) => {
    if (!(log.lastElementChild instanceof HTMLElement)) throw new Error('nothing below the list');
    const { style } = log.lastElementChild;
    style.marginTop = '-400px';
    log.getBoundingClientRect();
    void log.scrollTop;
    style.marginTop = '';
  });
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await expect(jump(page)).toBeHidden();
});

test('the person’s own wheel lets go of the end, and sending goes back there', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say(long), say('Heard.'));
  await goOn(page);
  await scrollUp(page);
  await expect(jump(page)).toBeVisible();
  await send(page, 'And now');
  await expect(conversation(page)).toContainText('Heard.');
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await expect(jump(page)).toBeHidden();
});

test('a small turn of the wheel lets go of the end while an answer is written', async ({
  parley: { page },
  provider,
}) => {
  const gate = Promise.withResolvers<void>();
  const before = (piece: number) => (piece === 80 ? gate.promise : undefined);
  provider.reply({ ...say(`${long}\n\n${long}\n\nThat is all.`), before });
  await send(page, 'Go on');
  await expect(conversation(page)).toContainText('Paragraph 50');
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await conversation(page).hover();
  await page.mouse.wheel(0, -12);
  await expect.poll(() => distanceToEnd(page)).toBeGreaterThan(0);
  gate.resolve();
  await expect(conversation(page)).toContainText('That is all.');
  await expect(jump(page)).toBeVisible();
  expect(await distanceToEnd(page)).toBeGreaterThan(500);
});

test('a turn of the wheel counts as the person’s on a page that stands still just then', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say(long));
  await goOn(page);
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await conversation(page).evaluate((log) => {
    log.addEventListener(
      'wheel',
      () => {
        log.querySelector('p')?.append('.');
        for (const until = performance.now() + 600; performance.now() < until; );
      },
      { once: true, passive: true },
    );
  });
  await conversation(page).hover();
  await page.mouse.wheel(0, -1_500);
  await expect(jump(page)).toBeVisible();
  await expect.poll(() => distanceToEnd(page)).toBeGreaterThan(500);
});

test('a wheel turned far scrolls as far in a chat that was just opened', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say(long));
  await send(page, 'Go on');
  await untilSaid(page, 'Paragraph 59');
  await page.reload();
  await expect(conversation(page)).toContainText('Paragraph 59');
  await scrollUp(page);
  expect(await distanceToEnd(page)).toBeGreaterThan(1_400);
});

test('the wheel scrolls the conversation over the way back to its end, too', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say(long));
  await goOn(page);
  await conversation(page).hover();
  await page.mouse.wheel(0, -20_000);
  const top = () => conversation(page).evaluate((log) => log.scrollTop);
  await expect.poll(top).toBe(0);
  await jump(page).hover();
  await page.mouse.wheel(0, 240);
  await expect.poll(top).toBeGreaterThan(200);
  await page.mouse.wheel(0, -120);
  await expect.poll(top).toBeLessThan(150);
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await expect(jump(page)).toBeHidden();
});

test('a question that comes while the person reads elsewhere is said, and led to', async ({
  parley: { page },
  provider,
}) => {
  const gate = Promise.withResolvers<void>();
  const asks = answer(ask('q1', { questions: [question('Which way?', 'Way', 'Left', 'Right')] }));
  provider.reply(say(long), { ...asks, after: gate.promise });
  await goOn(page);
  await send(page, 'Ask me');
  await scrollUp(page);
  gate.resolve();
  await button(page, 'Needs you').click();
  await expect(cards(page).last()).toBeInViewport({ ratio: 1 });
  await expect(button(page, 'Needs you')).toBeHidden();
});

test('a failure counts among what is new', async ({ parley, provider }) => {
  test.skip(parley.address === null, 'a desktop host has one window');
  const { page } = parley;
  provider.reply(say(long), { type: 'status', status: 401, error: 'authentication_error' });
  await goOn(page);
  await scrollUp(page);
  await expect(jump(page)).toHaveText('Jump to latest');
  const second = await page.context().newPage();
  await second.goto(page.url());
  await send(second, 'And now');
  await expect(jump(page)).toHaveText(/· 2 new$/);
  await second.close();
});

test('a card too tall for the window is shown from its top; of several, the first', async ({
  parley: { page },
  provider,
}) => {
  const many = (prompt: string) =>
    question(
      prompt,
      'Way',
      ...Array.from({ length: 4 }, (_, index) => `${prompt} ${index}: ${'long '.repeat(60)}`),
    );
  provider.reply(
    say(long),
    answer(ask('q1', { questions: [many('First')] }), ask('q2', { questions: [many('Second')] })),
  );
  await page.setViewportSize({ width: 900, height: 560 });
  await goOn(page);
  await send(page, 'Ask me');
  await expect(cards(page)).toHaveCount(2);
  await expect.poll(() => topOfCard(page, 0)).toBeLessThan(40);
  expect(await topOfCard(page, 0)).toBeGreaterThanOrEqual(0);
  await cards(page).first().getByRole('button', { name: 'Next waiting card' }).click();
  await expect.poll(() => topOfCard(page, 1)).toBeLessThan(40);
  expect(await topOfCard(page, 1)).toBeGreaterThanOrEqual(0);
});

test('the pill covers nothing', async ({ parley: { page }, provider }) => {
  provider.reply(say(long));
  await goOn(page);
  await scrollUp(page);
  const log = await conversation(page).boundingBox();
  const pill = await jump(page).boundingBox();
  const field = await composer(page).boundingBox();
  expect(pill?.y).toBeGreaterThanOrEqual((log?.y ?? 0) + (log?.height ?? 0));
  expect((pill?.y ?? 0) + (pill?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
});

test('in a low window the composer is one row', async ({ parley: { page } }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? 0;
  const apart = async () => Math.abs((await topOf(composer(page))) - (await topOf(button(page, 'Send'))));
  await expect.poll(apart).toBeLessThan(20);
});

test('what something else scrolls to stays in sight, as by a screen reader', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say(long));
  await send(page, 'Go on');
  await untilSaid(page, 'Paragraph 59');
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  const target = page.getByText('Paragraph 20 of a long answer.', { exact: true });
  // What scrolls in the frames right after the answer's last change may be that change.
  await target.evaluate(async (paragraph) => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
    paragraph.scrollIntoView({ block: 'start' });
  });
  await expect(jump(page)).toBeVisible();
  await expect(target).toBeInViewport();
});

test('nothing moves between the two halves of a click', async ({ parley: { page }, provider }) => {
  const gate = Promise.withResolvers<void>();
  provider.reply(say(long), { ...say('And one more line at the end.'), after: gate.promise });
  await goOn(page);
  await send(page, 'And now');
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await conversation(page).hover();
  await page.mouse.down();
  const before = await conversation(page).evaluate((log) => log.scrollTop);
  gate.resolve();
  await expect(conversation(page)).toContainText('one more line');
  expect(await conversation(page).evaluate((log) => log.scrollTop)).toBe(before);
  await page.mouse.up();
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
});

test('a press stays on what it began on though the page moves under it, and ends where the person slides off', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('call-1', { questions: [question('Which?', 'Which', 'Alpha', 'Beta')] })));
  await send(page, 'Go on');
  const alpha = page.getByRole('radio', { name: 'Alpha', exact: true });
  const box = await alpha.boundingBox();
  if (box === null) throw new Error('the option is not there');
  await alpha.hover();
  await page.mouse.down();
  await cards(page).evaluate((card) => {
    if (card instanceof HTMLElement) card.style.marginTop = '200px';
  });
  await expect.poll(async () => (await alpha.boundingBox())?.y).not.toBe(box.y);
  await page.mouse.up();
  await expect(alpha).toBeChecked();
  await button(page, 'Submit answers').hover();
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 4 });
  await page.mouse.up();
  await expect(cards(page)).toContainText('Needs you');
  expect(provider.requests).toHaveLength(1);
});

test('the focus stays where it is when its row is scrolled away by what streams', async ({
  parley: { page },
  provider,
}) => {
  const gate = Promise.withResolvers<void>();
  provider.reply({ ...say(long), before: (piece) => (piece === 8 ? gate.promise : undefined) });
  await send(page, 'Go on');
  await expect(conversation(page)).toContainText('Paragraph 0');
  await button(page, 'Copy message').first().focus();
  gate.resolve();
  await expect(conversation(page)).toContainText('Paragraph 59');
  await expect(button(page, 'Copy message').first()).toBeFocused();
});
