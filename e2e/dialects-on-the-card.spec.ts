import { expect } from '@playwright/test';
import { type DialectId, dialectIds } from '../src/shared/dialects/registry.ts';
import { call, testIn } from './support/asking.ts';
import { press, send, waitingCard } from './support/chat.ts';
import type { Block } from '../test/main/agents/model/anthropic-server.ts';
import { answer, bodyOf, lastMessage, say } from './support/provider.ts';

type Asked = { prompt: string; header: string; labels: readonly string[]; several: boolean };

const one: Asked = { prompt: 'Where to?', header: 'Place', labels: ['Sea', 'Hills'], several: false };
const many: Asked = { prompt: 'With what?', header: 'Gear', labels: ['Boots', 'Rope'], several: true };

/** A call that asks, in the shape of a dialect. */
function asks(dialect: DialectId, questions: readonly Asked[]): Block {
  const options = (labels: readonly string[]) =>
    labels.map((label) => ({ label, description: `About ${label}` }));
  const common = questions.map(({ prompt, header, labels, several }) => ({
    question: prompt,
    header,
    options: options(labels),
    multiSelect: several,
  }));
  switch (dialect) {
    case 'ask_user_question':
    case 'ask_user':
      return call('call-1', dialect, { questions: common });
    case 'ask':
      return call('call-1', dialect, {
        questions: questions.map(({ prompt, header, labels, several }) => ({
          id: header,
          question: prompt,
          options: options(labels),
          multi: several,
        })),
      });
    case 'agent_shell':
      return call('call-1', 'shell', {
        command: `AskUserQuestion '${JSON.stringify({ questions: common })}'`,
      });
  }
}

const closing = "You can now continue with the user's answers in mind.";

const onePicked: Record<DialectId, string> = {
  ask_user_question: `User has answered your questions: "Where to?"="Hills". ${closing}`,
  ask: 'User selected: Hills',
  ask_user: '{"answers":{"0":"Hills"}}',
  agent_shell: '{"answers":{"Place":"Hills"}}',
};

const changed: Record<DialectId, string> = {
  ask_user_question: `User has answered your questions: "Where to?"="Hills", "With what?"="Rope, Boots, tent". ${closing}`,
  ask: 'User answers:\nPlace: Hills\nGear: [Rope, Boots, "tent"]',
  ask_user: '{"answers":{"0":"Hills","1":"Rope, Boots, tent"}}',
  agent_shell: '{"answers":{"Place":"Hills","Gear":"Rope, Boots, Other (custom: tent)"}}',
};

for (const dialect of dialectIds) {
  const test = testIn(dialect);

  test(`${dialect}: one pick on a card without tabs reaches the model in its exact words`, async ({
    parley: { page },
    provider,
  }) => {
    provider.reply(answer(asks(dialect, [one])), say('Thanks.'));
    await send(page, 'Go');
    const card = await waitingCard(page);
    await card.getByRole('radio', { name: 'Hills', exact: true }).click();
    await press(card, 'Submit answers');
    expect(lastMessage(await bodyOf(provider, 1)).results).toEqual([
      { id: 'call-1', error: false, text: onePicked[dialect] },
    ]);
  });

  test(`${dialect}: answers that were gone back to and changed reach the model as they are now`, async ({
    parley: { page },
    provider,
  }) => {
    provider.reply(answer(asks(dialect, [one, many])), say('Thanks.'));
    await send(page, 'Go');
    const card = await waitingCard(page);
    const option = (name: string) => card.getByRole('checkbox', { name, exact: true });
    await card.getByRole('radio', { name: 'Sea', exact: true }).click();
    await option('Boots').click();
    await option('Rope').click();
    await card.getByRole('tab', { name: 'Place', exact: true }).click();
    await card.getByRole('radio', { name: 'Hills', exact: true }).click();
    await card.getByRole('tab', { name: 'Gear', exact: true }).click();
    await option('Boots').click();
    await option('Boots').click();
    await option('Other: write your own answer').click();
    await card.getByRole('textbox', { name: 'Other answer', exact: true }).fill('tent');
    await card.getByRole('tab', { name: 'Review', exact: true }).click();
    await press(card, 'Submit answers');
    expect(lastMessage(await bodyOf(provider, 1)).results).toEqual([
      { id: 'call-1', error: false, text: changed[dialect] },
    ]);
  });
}
