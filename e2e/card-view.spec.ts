import { expect, type Locator, type Page } from '@playwright/test';
import { button, composer, conversation, send, waitingCard } from './support/chat.ts';
import { answer, ask, question, say, test } from './support/provider.ts';

const labels = ['Alpha', 'Beta', 'Gamma', 'Delta'];
const tall = (header: string) =>
  question(`Which ${header}, in so many words that the options stand lower?`, header, ...labels);

test.beforeEach(async ({ parley: { page }, provider }) => {
  await page.setViewportSize({ width: 360, height: 480 });
  const questions = [question('Short?', 'A', 'x', 'y'), tall('B'), tall('C')];
  provider.reply(say('A paragraph.\n\n'.repeat(20)), answer(ask('call-1', { questions })));
  await send(page, 'Hello');
  await expect(conversation(page)).toContainText('A paragraph.');
  await composer(page).fill('Go');
  await composer(page).press('Enter');
});

test('whatever leads to another question, its tabs and its prompt are in view', async ({
  parley: { page },
}) => {
  const card = await waitingCard(page);
  await card.getByRole('radio', { name: 'y', exact: true }).click();
  await expectHeadInView(page, card, 'Which B,');
  await toEnd(page);
  await button(card, 'Next').click();
  await expectHeadInView(page, card, 'Which C,');
  await toEnd(page);
  await button(card, 'Back').click();
  await expectHeadInView(page, card, 'Which B,');
  await toEnd(page);
  await button(card, 'Next').click();
  await expectHeadInView(page, card, 'Which C,');
  await card.getByRole('radio', { name: 'Delta', exact: true }).click();
  await expect(card.getByRole('tablist')).toBeInViewport({ ratio: 0.9 });
  await card.getByRole('button', { name: 'Which B' }).click();
  await expectHeadInView(page, card, 'Which B,');
});

/** As a person who has read to the last button. */
async function toEnd(page: Page): Promise<void> {
  await conversation(page).evaluate((log) => log.scrollTo({ top: log.scrollHeight }));
}

async function expectHeadInView(page: Page, card: Locator, prompt: string): Promise<void> {
  await expect(card.getByText(prompt)).toBeInViewport({ ratio: 0.9 });
  await settledFrames(page);
  await expect(card.getByText(prompt)).toBeInViewport({ ratio: 0.9 });
  await expect(card.getByRole('tablist')).toBeInViewport({ ratio: 0.9 });
}

/** The list has measured and moved whatever it wanted to. */
async function settledFrames(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let left = 20;
        const step = () => (left-- > 0 ? requestAnimationFrame(step) : resolve());
        step();
      }),
  );
}
