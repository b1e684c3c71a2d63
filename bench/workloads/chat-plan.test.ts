import { expect, test } from 'vitest';
import { planChat, type Shape } from './chat-plan.ts';

test.each<[Shape, number]>([
  ['alternating', 500],
  ['sparse', 50],
])('a chat of a thousand messages, %s: %i prompts, ten questions, five edits', (shape, prompts) => {
  const plan = planChat(1_000, shape);
  const count = (tool: string) =>
    plan.filter((message) => message.role === 'agent' && message.tool === tool).length;
  expect(plan).toHaveLength(1_000);
  expect(plan.filter(({ role }) => role === 'user')).toHaveLength(prompts);
  expect([count('question'), count('edit')]).toEqual([10, 5]);
  expect(count('read')).toBeGreaterThan(90);
  expect(plan.at(-1)).toEqual({ role: 'agent', withCode: false, tool: 'none' });
});

test('questions and edits are spread over the whole chat', () => {
  const plan = planChat(10_000, 'alternating');
  const places = plan.flatMap((message, index) =>
    message.role === 'agent' && message.tool === 'question' ? [Math.floor(index / 1_000)] : [],
  );
  expect(places).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
