import { expect } from '@playwright/test';
import {
  button,
  cards,
  conversation,
  pickFirstOfEach,
  press,
  send,
  untilIdle,
  waitingCard,
} from './support/chat.ts';
import { answer, ask, bodyOf, lastMessage, question, say, test, toolNames } from './support/provider.ts';

const closing = "You can now continue with the user's answers in mind.";
const length = question('How long?', 'Length', 'Short', 'Long');
const tone = question('Which "tone"?', 'Tone', 'Calm', 'Loud');

test('two questions give the next request the exact summary', async ({ parley: { page }, provider }) => {
  provider.reply(answer(ask('call-1', { questions: [length, tone] })), say('Thank you.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await pickFirstOfEach(card);
  await press(card, 'Submit answers');
  const next = await bodyOf(provider, 1);
  expect(lastMessage(next).results).toEqual([
    {
      id: 'call-1',
      error: false,
      text: `User has answered your questions: "How long?"="Short", "Which \\"tone\\"?"="Calm". ${closing}`,
    },
  ]);
  await expect(conversation(page)).toContainText('Thank you.');
});

test('two asks of one step can be answered second first, and both arrive', async ({
  parley: { page },
  provider,
}) => {
  const step = answer(ask('call-1', { questions: [length] }), ask('call-2', { questions: [tone] }));
  provider.reply(step, say('Both read.'));
  await send(page, 'Go');
  await expect(cards(page)).toHaveCount(2);
  for (const [index, label] of [
    [1, 'Loud'],
    [0, 'Long'],
  ] as const) {
    const card = cards(page).nth(index);
    await card.getByRole('radio', { name: label, exact: true }).click();
    await press(card, 'Submit answers');
    await expect(card).toContainText('Answered');
  }
  const { results } = lastMessage(await bodyOf(provider, 1));
  expect(results.map(({ id, text }) => [id, text])).toEqual([
    ['call-1', `User has answered your questions: "How long?"="Long". ${closing}`],
    ['call-2', `User has answered your questions: "Which \\"tone\\"?"="Loud". ${closing}`],
  ]);
});

test('a typed reply fails every open ask and then stands as a message', async ({
  parley: { page },
  provider,
}) => {
  const step = answer(ask('call-1', { questions: [length] }), ask('call-2', { questions: [tone] }));
  provider.reply(step, say('As you say.'));
  await send(page, 'Go');
  await expect(cards(page)).toHaveCount(2);
  await send(page, 'just keep it short');
  const text = 'User responded in chat; questions canceled';
  expect(lastMessage(await bodyOf(provider, 1))).toEqual({
    results: [
      { id: 'call-1', error: true, text },
      { id: 'call-2', error: true, text },
    ],
    texts: ['just keep it short'],
  });
  await expect(cards(page).first()).toContainText('Answered in chat');
  await expect(cards(page).last()).toContainText('Answered in chat');
});

test('the tool is offered in plan mode; in exec mode it is neither offered nor run', async ({
  parley: { page },
  provider,
}) => {
  await send(page, 'Plan');
  expect(toolNames(await bodyOf(provider, 0))).toContain('ask_user_question');
  await untilIdle(page);
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Edit', exact: true })).toBeChecked();
  provider.reply(answer(ask('call-1', { questions: [length] })), say('Then I decide.'));
  await send(page, 'Go');
  const { body } = await provider.request(1);
  expect(JSON.stringify(body)).not.toContain('ask_user_question');
  expect(lastMessage(await bodyOf(provider, 2)).results).toEqual([
    { id: 'call-1', error: true, text: 'ask_user_question is available in plan mode only.' },
  ]);
  await expect(conversation(page)).toContainText('Then I decide.');
  await expect(cards(page)).toHaveCount(0);
});

const malformed: readonly [mistake: string, input: unknown, path: string][] = [
  [
    'two equal labels',
    { questions: [question('Q?', 'Q', 'Same', ' same ')] },
    'questions[0].options[1].label',
  ],
  ['five options', { questions: [question('Q?', 'Q', 'a', 'b', 'c', 'd', 'e')] }, 'questions[0].options'],
  ['no questions', { questions: [] }, 'questions'],
  ['a call that is not an object', 'ask them', 'input'],
];

test('of a malformed call the model is told where, a plain card shows, and the turn goes on', async ({
  parley: { page },
  provider,
}) => {
  for (const [index, [mistake, input, path]] of malformed.entries())
    await test.step(mistake, async () => {
      provider.reply(answer(ask(`call-${index}`, input)), say(`I go on without asking, ${index}.`));
      await send(page, 'Go');
      const [result] = lastMessage(await bodyOf(provider, 2 * index + 1)).results;
      expect(result).toMatchObject({ id: `call-${index}`, error: true });
      expect(result?.text).toContain(`${path}: `);
      await expect(conversation(page)).toContainText(`I go on without asking, ${index}.`);
      await expect(page.getByRole('region', { name: /^A question that could not be shown/ })).toHaveCount(
        index + 1,
      );
      await expect(cards(page)).toHaveCount(0);
      await untilIdle(page);
    });
});

test('Stop gives the model the exact reason at the next message', async ({ parley: { page }, provider }) => {
  provider.reply(answer(ask('call-1', { questions: [length] })), say('Well then.'));
  await send(page, 'Go');
  await waitingCard(page);
  await button(page, 'Stop').click();
  await expect(cards(page).last()).toContainText('Stopped');
  await send(page, 'Something else');
  const next = JSON.stringify(await bodyOf(provider, 1));
  expect(next).toContain('Interrupted');
  expect(next).toContain('Something else');
});
