import { expect, test } from 'vitest';
import type { ActionId, ToolCallId } from '../../../shared/ids.ts';
import { staged } from '../../../shared/previews/preview-state.ts';
import type { Decision } from '../../../shared/previews/decision.ts';
import type { PreviewDraftChange } from '../../../shared/previews/preview-draft.ts';
import { messageOfFailure } from '../preview/failure-message.ts';
import { createPlanCardStore } from './plan-card-store.ts';
import type { PlanPart } from './plan-part.ts';

const isActionId = (id: string): id is ActionId => id !== '';
const isToolCallId = (id: string): id is ToolCallId => id !== '';

function planPart(more: Partial<PlanPart> = {}): PlanPart {
  const [id, toolCallId] = ['a', 'p1'];
  if (!isActionId(id) || !isToolCallId(toolCallId)) throw new Error('ids are not empty');
  const preview = { type: 'plan' as const, title: 'A', plan: '# A\n', file: 'A-plan.md', revision: null };
  return {
    type: 'tool',
    kind: 'preview',
    toolCallId,
    toolName: 'propose_plan',
    input: {},
    result: null,
    action: {
      id,
      label: 'A',
      sourceToolName: 'propose_plan',
      fingerprint: 'f',
      preview,
      openedAt: 0,
      state: staged,
    },
    ...more,
  };
}

/** A card whose saving and sending is seen; time passes when told. */
function card(result: { ok: true } | { ok: false; message: string } | Error = { ok: true }) {
  const decided: Decision[] = [];
  const saved: PreviewDraftChange[] = [];
  let due: (() => void) | null = null;
  const store = createPlanCardStore(
    {
      async decide(_, decision) {
        decided.push(decision);
        if (result instanceof Error) throw result;
        return result;
      },
      saveDraft: (_, change) => saved.push(change),
    },
    {
      after(_, run) {
        due = run;
        return () => (due = null);
      },
      whenPageHides: () => {},
    },
  );
  return { store, decided, saved, pass: () => due?.() };
}

const note = (at: number | null, text: string) => ({ at, heading: 'A', quote: 'A', text });

test('notes and the edit are saved soon, each block’s newest, and a note without text is taken back', () => {
  const { store, saved, pass } = card();
  const part = planPart();
  store.openNote(part, 0);
  store.typeNote(part, note(0, 'Mo'));
  store.typeNote(part, note(0, 'More'));
  store.typeNote(part, note(1, 'x'));
  store.removeNote(part, 1);
  store.typePlan(part, '# B\n');
  pass();
  expect(saved).toEqual([
    {
      notes: [note(0, 'More'), { at: 1, heading: '', quote: '', text: '' }],
      edits: [{ path: 'A-plan.md', text: '# B\n', fingerprint: 'f' }],
    },
  ]);
  expect(store.read(part).notes).toEqual([note(0, 'More')]);
});

test('what was unsent when the window began is there again', () => {
  const { store } = card();
  const edits = [{ path: 'A-plan.md', text: '# B\n', fingerprint: 'f' }];
  const part = planPart({ unsent: { note: '', reason: '', edits, notes: [note(0, 'More')] } });
  expect(store.read(part)).toMatchObject({ edited: '# B\n', notes: [note(0, 'More')] });
});

test('an approval takes notes and the edit along, once, and forgets them when it was taken', async () => {
  const { store, decided } = card();
  const part = planPart();
  store.typeNote(part, note(0, 'More'));
  store.typePlan(part, '# B\n');
  store.approve(part, 'fresh');
  store.approve(part, 'here');
  await expect.poll(() => store.read(part).sending).toBe(false);
  const [first, ...others] = decided;
  expect(first).toEqual({ type: 'approve-plan', start: 'fresh', notes: [note(0, 'More')], edited: '# B\n' });
  expect(others).toEqual([]);
  expect(store.read(part)).toMatchObject({ notes: [], edited: null });
});

test.each([
  [{ ok: false as const, message: 'Too long' }, 'Too long'],
  [new Error('broken'), messageOfFailure],
])('a decision that could not be sent keeps everything and says so', async (result, problem) => {
  const { store } = card(result);
  const part = planPart();
  store.typeNote(part, note(0, 'More'));
  store.refine(part);
  await expect.poll(() => store.read(part).problem).toBe(problem);
  expect(store.read(part)).toMatchObject({ sending: false, notes: [note(0, 'More')] });
});

test('sending back nothing asks for a note first', () => {
  const { store, decided } = card();
  const part = planPart();
  store.refine(part);
  expect(decided).toEqual([]);
  expect(store.read(part).opened).toEqual([null]);
});

test('an edit that was taken back can be had again, until something else is written', () => {
  const { store } = card();
  const part = planPart();
  store.typePlan(part, '# B\n');
  store.swapEdit(part);
  expect(store.read(part).edited).toBeNull();
  store.swapEdit(part);
  expect(store.read(part).edited).toBe('# B\n');
});
