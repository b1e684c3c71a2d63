import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Approvals, Decision } from './decision.ts';
import type { PreviewState } from './pending-action.ts';
import type { Preview } from './preview.ts';
import { staged } from './preview-state.ts';
import { nextAction, resolutionNow } from './resolution.ts';

const preview: Preview = { type: 'edit', files: [{ path: 'a', change: 'changed', hunks: [] }] };
const stateOf = (decision: Decision | null): PreviewState =>
  decision === null ? staged : { type: 'decided', request: null, decision };
const on = (decision: Decision | null, action: 'apply' | 'discard', approvals: Approvals) =>
  resolutionNow({ preview, state: stateOf(decision) }, { action, reason: 'because' }, approvals);

it('lets the person decide about what the model would apply', () => {
  expect(on(null, 'apply', 'ask')).toBe('wait');
});

it('lets the model discard at once, and the workspace apply edits by itself', () => {
  expect(on(null, 'discard', 'ask')).toEqual({ action: 'discard', decidedBy: 'agent', words: null });
  expect(on(null, 'apply', 'auto-edits')).toEqual({ action: 'apply', decidedBy: 'policy', words: null });
});

it('holds the decision of the person above all else', () => {
  const decision = fc.oneof(
    fc.record({ type: fc.constant('apply' as const), note: fc.string() }),
    fc.record({ type: fc.constant('discard' as const), reason: fc.string() }),
  );
  const action = fc.constantFrom('apply' as const, 'discard' as const);
  const approvals = fc.constantFrom<Approvals[]>('ask', 'auto-edits');
  fc.assert(
    fc.property(decision, action, approvals, (decided, requested, approval) => {
      expect(on(decided, requested, approval)).toMatchObject({ action: decided.type, decidedBy: 'user' });
    }),
  );
});

it('counts blank words of the person as none', () => {
  expect(on({ type: 'discard', reason: ' \n' }, 'apply', 'ask')).toMatchObject({ words: null });
});

it('takes what the person decided before what is newest', () => {
  const [older, decided, newest] = [
    { shown: { state: staged } },
    { shown: { state: stateOf({ type: 'apply' }) } },
    { shown: { state: staged } },
  ];
  expect(nextAction([older, decided, newest])).toBe(decided);
  expect(nextAction([older, newest])).toBe(newest);
  expect(nextAction([])).toBeUndefined();
});

it('waits for the person wherever one file of the preview is marked', () => {
  const files = [
    ...preview.files,
    { path: '.env', change: 'changed' as const, hunks: [], marks: ['holds-secrets' as const] },
  ];
  const marked: Preview = { type: 'edit', files };
  const input = { action: 'apply' as const, reason: 'because' };
  expect(resolutionNow({ preview: marked, state: staged }, input, 'auto-edits')).toBe('wait');
});
