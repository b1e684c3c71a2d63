import { expect, type Page } from '@playwright/test';
import { composer, send, waitingCard } from './support/chat.ts';
import { answer, ask, question, test } from './support/provider.ts';

const announcement = (page: Page) => page.locator('p[aria-live=polite]');

test('the agent’s words are announced whole, once and without marks', async ({
  parley: { page },
  provider,
}) => {
  const text = '## Done\n\nI read `main.ts` and **all** of it, to the very last word.';
  provider.reply({ type: 'answer', blocks: [{ type: 'text', text }], pauseMs: 20 });
  await expect(composer(page)).toBeVisible();
  await send(page, 'Read it');
  await expect(announcement(page)).toHaveText('Done I read main.ts and all of it, to the very last word.');
});

test('a question is announced with who asks and what', async ({ parley: { page }, provider }) => {
  provider.reply(
    answer(
      { type: 'text', text: 'One thing.' },
      ask('q1', { questions: [question('Which **way**?', 'Way', 'a', 'b')] }),
    ),
  );
  await send(page, 'Ask me');
  await waitingCard(page);
  await expect(announcement(page)).toHaveText('One thing. Claude asks: Which way?');
});

test('a question that waits in a new chat before the script of the chat is there is announced', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('q1', { questions: [question('Which way?', 'Way', 'a', 'b')] })));
  const asked = Promise.withResolvers<void>();
  await page.route(/\/message-log-[^/]*\.js$/, async (route) => {
    await asked.promise;
    await route.continue();
  });
  await page.reload();
  await send(page, 'Ask me');
  await expect(page.locator('[data-list-row]').filter({ hasText: 'Which way?' })).toBeVisible();
  asked.resolve();
  await waitingCard(page);
  await expect(announcement(page)).toHaveText('Claude asks: Which way?');
});
