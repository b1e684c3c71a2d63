import { expect, test } from 'vitest';
import { CallDiffs } from './call-diffs.ts';
import { updated } from './call-state.ts';

test('a change is compared once, however often its call is shown, and again when it is another', () => {
  const diffs = new CallDiffs('/work/tiny');
  const content = (newText: string) => [{ type: 'diff', path: 'a.txt', oldText: 'old\n', newText }];
  const asked = updated(undefined, { toolCallId: 'c', kind: 'edit', content: content('new\n') });
  const [first] = diffs.of(asked);
  const [again] = diffs.of(updated(asked, { toolCallId: 'c', status: 'completed' }));
  expect(again).toBe(first);
  const [other] = diffs.of(updated(asked, { toolCallId: 'c', content: content('newer\n') }));
  expect(other?.hunks[0]?.lines).toEqual(['-old', '+newer']);
});
