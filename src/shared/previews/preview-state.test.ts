import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toolCallIdSchema } from '../ids.ts';
import type { Decision } from './decision.ts';
import { type PreviewState, previewStateSchema } from './pending-action.ts';
import {
  decidedOutcomeOf,
  decisionOf,
  outcomeOf,
  nextState,
  type PreviewEvent,
  requestOf,
  staged,
} from './preview-state.ts';

const request = fc.record({
  toolCallId: fc.constantFrom('r1', 'r2').map((id) => toolCallIdSchema.parse(id)),
  reason: fc.string(),
});
const decision: fc.Arbitrary<Decision> = fc.constantFrom<Decision[]>(
  { type: 'apply', note: 'Yes' },
  { type: 'discard' },
  { type: 'approve-plan', start: 'here', notes: [] },
  { type: 'refine-plan', notes: [] },
  { type: 'ask-for-changes' },
);
const resolution = fc.record({
  action: fc.constantFrom('apply' as const, 'discard' as const),
  decidedBy: fc.constantFrom('user' as const, 'agent' as const, 'policy' as const),
  words: fc.option(fc.string()),
});
const at = fc.nat();
const failure = fc.record({ kind: fc.constantFrom('changed' as const, 'other' as const), text: fc.string() });

/** One arbitrary for each event, so that none is forgotten. */
const events: { [Type in PreviewEvent['type']]: fc.Arbitrary<Extract<PreviewEvent, { type: Type }>> } = {
  requested: fc.record({ type: fc.constant('requested'), request }),
  released: fc.record({ type: fc.constant('released') }),
  left: fc.record({ type: fc.constant('left') }),
  decided: fc.record({ type: fc.constant('decided'), decision }),
  begun: fc.record({ type: fc.constant('begun'), resolution }),
  settled: fc.record({ type: fc.constant('settled'), at }),
  failed: fc.record({ type: fc.constant('failed'), failure }),
  'outdated-others': fc.record({ type: fc.constant('outdated-others'), chats: fc.array(fc.string()) }),
  merged: fc.record({ type: fc.constant('merged') }),
  'went-stale': fc.record({ type: fc.constant('went-stale'), failure }),
  'broken-off': fc.record({ type: fc.constant('broken-off') }),
  superseded: fc.record({ type: fc.constant('superseded'), at }),
  'undo-begun': fc.record({ type: fc.constant('undo-begun') }),
  'undo-refused': fc.record({ type: fc.constant('undo-refused') }),
  undone: fc.record({ type: fc.constant('undone') }),
  'redo-begun': fc.record({ type: fc.constant('redo-begun') }),
  'redo-refused': fc.record({ type: fc.constant('redo-refused') }),
  redone: fc.record({ type: fc.constant('redone') }),
};
const event: fc.Arbitrary<PreviewEvent> = fc.oneof(...Object.values(events));

/** Checks every step of many lives of a preview. */
function everyStep(check: (before: PreviewState, event: PreviewEvent, after: PreviewState) => void): void {
  const life = fc.array(event, { maxLength: 30 });
  fc.assert(
    fc.property(life, (happened) => {
      let state: PreviewState = staged;
      for (const one of happened) {
        const next = nextState(state, one);
        if (next === null) continue;
        check(state, one, next);
        state = next;
      }
    }),
    { numRuns: 500 },
  );
}

it('comes to states that can be stored, and no others', () => {
  everyStep((_, __, after) => expect(previewStateSchema.parse(after)).toEqual(after));
});

it('ends once: after that only the marks of its outcome change', () => {
  everyStep((before, one, after) => {
    const [was, is] = [outcomeOf(before), outcomeOf(after)];
    if (was === null) return;
    if (before.type !== 'ended' || after.type !== 'ended') throw new Error('It had ended.');
    expect(after.settlement.at).toBe(before.settlement.at);
    if (one.type === 'outdated-others') {
      if (was.type !== 'applied' || is?.type !== 'applied') throw new Error('It was not applied.');
      expect(is).toEqual({ ...was, outdated: is.outdated });
      expect(is.outdated).toEqual(expect.arrayContaining([...one.chats]));
      return;
    }
    const marks = {
      ...(was.type === 'applied' && { undone: !was.undone }),
      ...(was.type === 'refined' && { superseded: true }),
    };
    expect([was, { ...was, ...marks }]).toContainEqual(is);
  });
});

it('is applied or discarded by a resolution that was begun, and as that says', () => {
  everyStep((before, { type }, after) => {
    const outcome = decidedOutcomeOf(after);
    if (outcomeOf(before) !== null || outcome === null) return;
    expect(type).toBe('settled');
    if (before.type !== 'carrying-out') throw new Error('It was not begun.');
    expect(outcome.type === 'applied').toBe(before.resolution.action === 'apply');
    expect(outcome).toMatchObject({
      decidedBy: before.resolution.decidedBy,
      userWords: before.resolution.words,
    });
  });
});

it('keeps a decision as it is until it is carried out, broken off, merged, failed or superseded', () => {
  everyStep((before, { type }, after) => {
    const was = decisionOf(before);
    if (was === null) return;
    if (['settled', 'failed', 'merged', 'broken-off', 'superseded'].includes(type))
      expect(decisionOf(after)).toBeNull();
    else expect(decisionOf(after)).toEqual(was);
  });
});

it('takes no decision, and gives way to no newer preview, while it is being carried out', () => {
  fc.assert(
    fc.property(resolution, decision, at, (begun, decided, now) => {
      const state = nextState(staged, { type: 'begun', resolution: begun });
      if (state === null) throw new Error('It can begin.');
      expect(nextState(state, { type: 'decided', decision: decided })).toBeNull();
      expect(nextState(state, { type: 'superseded', at: now })).toBeNull();
    }),
  );
});

it('can be decided again after a failure, without its call of resolve', () => {
  everyStep((_, one, after) => {
    if (one.type !== 'failed') return;
    expect(after).toEqual({ type: 'open', request: null, left: false, failure: one.failure });
  });
});

it('names the call of resolve that got its result', () => {
  everyStep((before, _, after) => {
    if (before.type === 'ended' || after.type !== 'ended') return;
    expect(after.resolvedBy).toBe(requestOf(before)?.toolCallId ?? null);
  });
});

it('is undone only after that was begun', () => {
  everyStep((before, one) => {
    if (one.type !== 'undone') return;
    expect(before).toMatchObject({ type: 'ended', undoing: true });
  });
});

it('is applied again only after it was undone, and after that was begun', () => {
  everyStep((before, one, after) => {
    if (one.type === 'redo-begun') expect(outcomeOf(before)).toMatchObject({ type: 'applied', undone: true });
    if (one.type !== 'redone') return;
    expect(before).toMatchObject({ type: 'ended', redoing: true });
    expect(after).not.toHaveProperty('redoing');
  });
});

it('is never undone and applied again at once', () => {
  everyStep((_, __, after) => {
    expect(after.type === 'ended' && after.undoing && after.redoing === true).toBe(false);
  });
});

it('reaches every state', () => {
  const reached = new Set<string>();
  everyStep((_, __, after) => reached.add(after.type));
  expect(reached).toEqual(new Set(['open', 'decided', 'carrying-out', 'ended']));
});
