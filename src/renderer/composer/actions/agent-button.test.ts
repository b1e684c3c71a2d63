import { expect, test } from 'vitest';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { costText, usageText } from './agent-button.tsx';

const usage = (cost: Workspace['usage']['cost']): Workspace['usage'] => ({
  turn: { input: 2_000, output: 500 },
  chat: { input: 100_000, output: 20_400 },
  context: 90_000,
  cost,
});

test.each([
  [{ dollars: 0, unpriced: 0 }, null],
  [{ dollars: 0, unpriced: 500 }, null],
  [{ dollars: 0.004, unpriced: 0 }, '<$0.01'],
  [{ dollars: 0.126, unpriced: 0 }, '$0.13'],
  [{ dollars: 12.5, unpriced: 300 }, '$12.50+'],
])('%o is said as %s', (cost, text) => expect(costText(usage(cost))).toBe(text));

test('how full the context is, the cost and the tokens are said in this order, as far as they are known', () => {
  const tokens = '120.4k tokens in this chat, 2.5k this turn';
  expect(usageText(usage({ dollars: 0.5, unpriced: 0 }), 45)).toBe(
    `Context: 45 % used. About $0.50 so far. ${tokens}`,
  );
  expect(usageText(usage({ dollars: 0.5, unpriced: 40_000 }), null)).toBe(
    `About $0.50 so far, without 40k tokens of unknown price. ${tokens}`,
  );
  expect(usageText(usage({ dollars: 0, unpriced: 120_400 }), null)).toBe(tokens);
});
