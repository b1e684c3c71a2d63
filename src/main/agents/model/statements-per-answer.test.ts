import { expect, test } from 'vitest';
import { statementsOf } from '../../../../test/main/storage/count-statements.ts';
import { callsTools, says } from '../../../../test/main/agents/model/scripted-agent.ts';
import { ask, said, startChat, waits } from '../../../../test/main/start-chat.ts';

/** Of every answer, from its arrival until the agent has reacted to it and come to rest. */
const budget = 66;

/** Counts the statements of an answer to a question that comes after so many other messages. */
async function statementsAfter(talks: number): Promise<number> {
  const replies = Array.from({ length: talks }, (_, index) => () => says(`Reply ${index}.`));
  const asks = () => callsTools(['c', 'ask_user_question', ask('Which way?')]);
  const { chat, send, answer, turn } = await startChat([...replies, asks, () => says('Thank you.')]);
  for (let index = 0; index < talks; index += 1) {
    await send(`Message ${index}`);
    await chat.until(said(`Reply ${index}.`));
    await turn('idle');
  }
  await send('Ask me');
  await chat.until(waits(1));
  const statements = await statementsOf(async () => {
    await answer(0, 'A');
    await chat.until(said('Thank you.'));
    await turn('idle');
  });
  return statements.length;
}

test(`an answer takes at most ${budget} statements`, async () => {
  const count = await statementsAfter(1);
  expect(count).toBeGreaterThan(10);
  expect(count).toBeLessThanOrEqual(budget);
});

test('an answer takes no more statements late in a chat than early', async () => {
  expect(await statementsAfter(20)).toBe(await statementsAfter(1));
});
