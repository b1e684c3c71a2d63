import { expect, test } from 'vitest';
import type { ActionId, ToolCallId } from '../../../shared/ids.ts';
import { endedBy } from '../../../../test/renderer/preview-cards.ts';
import { staged } from '../../../shared/previews/preview-state.ts';
import { noDraft } from '../../../shared/previews/no-draft.ts';
import type { Decision } from '../../../shared/previews/decision.ts';
import { groupedNotes } from '../../../shared/previews/plan-text.ts';
import type { PreviewDraftChange } from '../../../shared/previews/preview-draft.ts';
import { cardStoreWith } from '../../../../test/renderer/card-store.ts';
import { brokenCall } from '../review/review-kind.ts';
import { isCollapsed, planCardKind, type PlanPart } from './plan-card-kind.ts';

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

type Ending = { ok: true } | { ok: false; message: string } | Error;

/** A card whose saving and sending is seen; time passes when told. */
function card(result: Ending = { ok: true }, part = planPart()) {
  const decided: Decision[] = [];
  const saved: PreviewDraftChange[] = [];
  let due: (() => void) | null = null;
  const store = cardStoreWith(
    {
      plan: {
        async decide(_, decision) {
          decided.push(decision);
          if (result instanceof Error) throw result;
          return result;
        },
        save: (_, change) => saved.push(change),
      },
    },
    {
      after(_, run) {
        due = run;
        return () => (due = null);
      },
      whenLeft: () => {},
    },
  );
  return { ...store.card(planCardKind, part), decided, saved, pass: () => due?.() };
}

const note = (at: number | null, text: string) => ({ at, heading: 'A', quote: 'A', text });

test('notes and the edit are saved soon, each block’s newest, and a note without text is taken back', () => {
  const { read, intents, saved, pass } = card();
  intents.openNote(0);
  intents.typeNote(note(0, 'Mo'));
  intents.typeNote(note(0, 'More'));
  intents.typeNote(note(1, 'x'));
  intents.removeNote(1);
  intents.typePlan('# B\n');
  pass();
  expect(saved).toEqual([
    {
      notes: [note(0, 'More'), { at: 1, heading: '', quote: '', text: '' }],
      edits: [{ path: 'A-plan.md', text: '# B\n', fingerprint: 'f' }],
    },
  ]);
  expect(read().notes).toEqual([note(0, 'More')]);
});

test('what was unsent when the window began is there again', () => {
  const edits = [{ path: 'A-plan.md', text: '# B\n', fingerprint: 'f' }];
  const part = planPart({ unsent: { ...noDraft, edits, notes: [note(0, 'More')] } });
  const { read } = card({ ok: true }, part);
  expect(read()).toMatchObject({ edited: '# B\n', notes: [note(0, 'More')] });
});

test('an approval takes notes and the edit along, once, and forgets them when it was taken', async () => {
  const { read, intents, decided } = card();
  intents.typeNote(note(0, 'More'));
  intents.typePlan('# B\n');
  intents.approve('fresh');
  intents.approve('here');
  await expect.poll(() => read().phase.type).toBe('sent');
  const [first, ...others] = decided;
  expect(first).toEqual({ type: 'approve-plan', start: 'fresh', notes: [note(0, 'More')], edited: '# B\n' });
  expect(others).toEqual([]);
  expect(read()).toMatchObject({ notes: [], edited: null });
});

test.each([
  [{ ok: false as const, message: 'Too long' }, 'Too long'],
  [new Error('broken'), brokenCall],
])('a decision that could not be sent keeps everything and says so', async (result, problem) => {
  const { read, intents } = card(result);
  intents.typeNote(note(0, 'More'));
  intents.refine();
  await expect.poll(() => read().failure).toBe(problem);
  expect(read()).toMatchObject({ phase: { type: 'open' }, notes: [note(0, 'More')] });
});

test('sending back nothing asks for a note first', () => {
  const { read, intents, decided } = card();
  intents.refine();
  expect(decided).toEqual([]);
  expect(read().opened).toEqual([null]);
});

test('an edit that was taken back can be had again, until something else is written', () => {
  const { read, intents } = card();
  intents.typePlan('# B\n');
  intents.swapEdit();
  expect(read().edited).toBeNull();
  intents.swapEdit();
  expect(read().edited).toBe('# B\n');
});

test('notes that went along with a decision in another window are not unsent here, others are', () => {
  const sentBack = (userWords: string) => ({
    type: 'refined' as const,
    decidedBy: 'user' as const,
    userWords,
    agentReason: null,
    superseded: false,
  });
  const left = [groupedNotes([note(0, 'More')]), 'Something else'].map((words) => {
    const before = planPart({
      unsent: { ...noDraft, notes: [note(0, 'More')] },
    });
    const part = { ...before, action: { ...before.action, ...endedBy(sentBack(words)) } };
    const { read, intents } = card({ ok: true }, part);
    intents.settled();
    return read().notes.length;
  });
  expect(left).toEqual([0, 1]);
});

test('a plan is collapsed by itself once it has ended, and as the person left it otherwise', () => {
  const { action } = planPart();
  const { read, intents } = card();
  const over = { ...action, ...endedBy({ type: 'superseded' }) };
  expect([action, over].map((shown) => isCollapsed(read(), shown))).toEqual([false, true]);
  intents.setCollapsed(false);
  expect([action, over].map((shown) => isCollapsed(read(), shown))).toEqual([false, false]);
});
