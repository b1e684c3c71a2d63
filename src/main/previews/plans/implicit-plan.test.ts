import { expect, it } from 'vitest';
import { planChat } from '../../../../test/main/previews/plan-chat.ts';
import { actionsOf, answer, call, say } from '../../../../test/main/previews/preview-chat.ts';

it.each([
  ['# From the text\n\nDo it.', undefined, 'Discarded: From the text. Reason: Not good'],
  ['Just do it.', { title: 'My title' }, 'Discarded: My title. Reason: Not good'],
])('gives up by resolve alone what the model wrote in this turn: %j', async (text, extra, told) => {
  const chat = await planChat();
  const input = { action: 'discard', reason: 'Not good', ...(extra && { extra }) };
  chat.server.reply(answer({ type: 'text', text }, call('r1', 'resolve', input)), say('Done.'));
  await chat.send('Plan it');
  const [result] = (await chat.body(1)).messages.at(-1)?.content ?? [];
  expect(result).toMatchObject({ content: told });
  expect(result?.['is_error']).not.toBe(true);
  await chat.turn('idle');
  expect(actionsOf(chat.chat.transcript())).toEqual([]);
});

it('has no plan to give up where the model wrote none in this turn', async () => {
  const chat = await planChat();
  chat.server.reply(answer(call('r1', 'resolve', { action: 'discard', reason: 'No' })), say('Oh.'));
  await chat.send('Plan it');
  expect((await chat.body(1)).messages.at(-1)?.content).toMatchObject([
    { is_error: true, content: 'No plan to approve. Call propose_plan first.' },
  ]);
});
