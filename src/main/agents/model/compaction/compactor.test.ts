import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageIdSchema } from '../../../../shared/ids.ts';
import { compactionCut, type SizedEntry } from './compactor.ts';

const id = (number: number) => messageIdSchema.parse(number);
const entry = (role: SizedEntry['role'], index: number, tokens = 10): SizedEntry => ({
  role,
  messageId: id(index + 1),
  tokens,
});
/** Three turns of a message and its answer. */
const talk = (['user', 'agent', 'user', 'agent', 'user', 'agent'] as const).map((role, index) =>
  entry(role, index),
);
const limits = { keep: 0, mayTakeAll: false, pending: [] };

describe('the cut', () => {
  it('keeps as many of the newest turns as there is room for', () => {
    expect(compactionCut(talk, { ...limits, keep: 45 })).toBe(2);
    expect(compactionCut(talk, { ...limits, keep: 39 })).toBe(4);
  });

  it('keeps the turn at work, whatever it takes', () => {
    expect(compactionCut(talk, limits)).toBe(4);
    expect(compactionCut(talk.slice(0, 2), limits)).toBe(0);
  });

  it('may take everything where no turn is at work', () => {
    expect(compactionCut(talk, { ...limits, mayTakeAll: true })).toBe(6);
  });

  it('stays before the turn whose card waits', () => {
    expect(compactionCut(talk, { ...limits, mayTakeAll: true, pending: [id(4)] })).toBe(2);
    expect(compactionCut(talk, { ...limits, mayTakeAll: true, pending: [id(2)] })).toBe(0);
  });
});

const roles = fc.array(fc.constantFrom('user' as const, 'agent' as const), { maxLength: 30 });

it('is never inside a turn, never behind a card that waits, and takes no more than it has to', () => {
  fc.assert(
    fc.property(
      roles,
      fc.array(fc.nat({ max: 100 }), { minLength: 30, maxLength: 30 }),
      fc.nat({ max: 1_000 }),
      fc.boolean(),
      fc.array(fc.nat({ max: 29 }), { maxLength: 3 }),
      (order, sizes, keep, mayTakeAll, waiting) => {
        const entries = order.map((role, index) => entry(role, index, sizes[index]));
        const pending = waiting.map((index) => id(index + 1));
        const cut = compactionCut(entries, { keep, mayTakeAll, pending });
        if (cut < entries.length && cut > 0) expect(entries[cut]?.role).toBe('user');
        if (cut > 0 && cut < entries.length) expect(entries[cut - 1]?.role).toBe('agent');
        expect(entries.slice(0, cut).some(({ messageId }) => pending.includes(messageId))).toBe(false);
        if (!mayTakeAll && entries.length > 0) expect(cut).toBeLessThan(entries.length);
      },
    ),
  );
});
