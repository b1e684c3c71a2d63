import { expect } from '@playwright/test';
import { test as galleryTest } from './support/gallery.ts';
import { cards, openSettled, send, waitingCard } from './support/chat.ts';
import { answer, ask, question, test } from './support/provider.ts';

galleryTest(
  'a press on a link of a folded text does not unfold it from under the press',
  async ({ openState }) => {
    const page = await openState('?state=long-link');
    await openSettled(cards(page));
    const link = page.getByRole('link', { name: 'the notes' });
    const box = await link.boundingBox();
    await link.hover();
    await page.mouse.down();
    await expect(link).toBeFocused();
    await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible();
    expect(await link.boundingBox()).toEqual(box);
    await page.mouse.move(0, 0);
    await page.mouse.up();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    await expect(page.getByRole('button', { name: 'Show less' }), 'by keyboard it is shown').toBeVisible();
  },
);

test('a card that moves into view leaves off when a person presses', async ({
  parley: { page },
  provider,
}) => {
  const questions = ['One', 'Two', 'Three'].map((header) =>
    question(`Which of ${header}?`, header, 'Alpha', 'Beta'),
  );
  provider.reply(answer(ask('call-1', { questions })));
  await send(page, 'Go');
  const card = await waitingCard(page);
  const alpha = card.getByRole('radio', { name: 'Alpha', exact: true });
  expect(await alpha.evaluate(movesAfterPicking, 'nothing'), 'it does move').toBeGreaterThan(0);
  await expect(card).toContainText('1 of 3 answered');
  expect(await alpha.evaluate(movesAfterPicking, 'pointerdown')).toBe(0);
  await expect(card).toContainText('2 of 3 answered');
});

test('the second click of a double click picks nothing of the question that the first one led to', async ({
  parley: { page },
  provider,
}) => {
  const questions = ['One', 'Two'].map((header) => question(`Which of ${header}?`, header, 'Alpha', 'Beta'));
  provider.reply(answer(ask('call-1', { questions })));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await card.getByRole('radio', { name: 'Alpha', exact: true }).dblclick();
  await expect(card.getByRole('tab', { name: 'Two', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(card).toContainText('1 of 2 answered');
});

/** Picks, which leads on; gives how often anything is still brought into view after an event. */
async function movesAfterPicking(option: Element, event: string): Promise<number> {
  if (!(option instanceof HTMLElement)) throw new Error('no option in a card');
  option.click();
  await new Promise(requestAnimationFrame);
  window.dispatchEvent(new Event(event));
  let moves = 0;
  Element.prototype.scrollIntoView = () => void (moves += 1);
  for (let frame = 0; frame < 12; frame += 1) await new Promise(requestAnimationFrame);
  return moves;
}
