import { expect } from '@playwright/test';
import { call, testIn } from './support/asking.ts';
import {
  button,
  conversation,
  dismiss,
  openSettled,
  press,
  send,
  untilIdle,
  untilSaid,
  waitingCard,
} from './support/chat.ts';
import { answer, bodyOf, lastMessage, say } from './support/provider.ts';

const test = testIn('ask_user');

const options = (...labels: string[]) => labels.map((label) => ({ label, description: `About ${label}` }));

const questions = [
  { question: 'Where should it live?', header: 'Storage', options: options('SQLite', 'Files') },
  { question: 'Which parts?', header: 'Parts', options: options('Lexer', 'Parser'), multiSelect: true },
  { question: 'How should it be worded?', header: 'Wording', type: 'text' },
];

test('the field of a text question shows its hint, else the usual one', async ({
  parley: { page },
  provider,
}) => {
  const [, , wording] = questions;
  const hinted = { ...wording, question: 'And the name?', placeholder: 'e.g., my-app' };
  provider.reply(answer(call('call-1', 'ask_user', { questions: [wording, hinted] })), say('Thanks.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  const field = card.getByRole('textbox', { name: 'Answer', exact: true });
  await expect(field).toHaveAttribute('placeholder', 'Enter your response');
  await button(card, 'Next').click();
  await expect(field).toHaveAttribute('placeholder', 'e.g., my-app');
});

test.describe('the answers', () => {
  test.beforeEach(({ provider }) => {
    provider.reply(answer(call('call-1', 'ask_user', { questions })), say('Thanks.'));
  });

  test('the chat shows what ask_user says of the answers, also on a card put aside and after a reload', async ({
    parley: { page },
    provider,
  }) => {
    await send(page, 'Go');
    const card = await waitingCard(page);
    await card.getByRole('radio', { name: 'SQLite', exact: true }).click();
    await card.getByRole('checkbox', { name: 'Parser', exact: true }).click();
    await card.getByRole('checkbox', { name: 'Lexer', exact: true }).click();
    await button(card, 'Next').click();
    await button(card, 'Next').click();
    await press(card, 'Submit answers');
    const shown = card.getByText(/^User answered:/);
    await expect(shown).toHaveText('User answered:\nStorage → SQLite\nParts → Parser, Lexer', {
      useInnerText: true,
    });
    const [result] = lastMessage(await bodyOf(provider, 1)).results;
    expect(result).toMatchObject({ error: false, text: '{"answers":{"0":"SQLite","1":"Parser, Lexer"}}' });
    await untilIdle(page);
    await page.reload();
    await expect(shown).toBeVisible();
    await openSettled(card);
    await expect(card.getByText('Where should it live?')).toBeVisible();
    await button(card, 'Collapse').click();
    await expect(card.getByText('Where should it live?')).toBeHidden();
    await expect(shown).toBeVisible();
  });

  test('nothing answered is shown in its exact words, and a dismissed card shows no answers', async ({
    parley: { page },
    provider,
  }) => {
    await send(page, 'Go');
    const unanswered = await waitingCard(page);
    await unanswered.getByRole('tab', { name: 'Review', exact: true }).click();
    await press(unanswered, 'Submit answers');
    await expect(
      conversation(page).getByText('User submitted without answering questions.', { exact: true }),
    ).toBeVisible();
    await untilSaid(page, 'Thanks.');

    provider.reply(answer(call('call-2', 'ask_user', { questions })), say('As you wish.'));
    await send(page, 'Once more');
    const card = await waitingCard(page);
    await dismiss(card);
    await expect(card).toContainText('Dismissed');
    const [result] = lastMessage(await bodyOf(provider, 3)).results;
    expect(result?.text).toBe('User dismissed ask_user dialog without answering.');
    await expect(card.getByText(/^User (answered|submitted)/)).toBeHidden();
  });
});
