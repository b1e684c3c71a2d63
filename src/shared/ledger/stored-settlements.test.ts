import { expect, test } from 'vitest';
import { formSettlementSchema } from '../forms/form.ts';
import { permissionSettlementSchema } from '../permissions/permission.ts';

const by = { type: 'person' as const };

test('a settlement is read as it is stored now, and as it was stored before', () => {
  const permission = { outcome: { type: 'denied' as const, by, reason: 'No' }, at: 5 };
  expect(permissionSettlementSchema.parse(permission)).toEqual(permission);
  expect(permissionSettlementSchema.parse({ verdict: permission.outcome, at: 5 })).toEqual(permission);
  const form = { outcome: { type: 'accepted' as const, values: [{ id: 'a', value: true }] }, at: 7 };
  expect(formSettlementSchema.parse(form)).toEqual(form);
  expect(formSettlementSchema.parse({ ending: form.outcome, at: 7 })).toEqual(form);
});

test('one that is none is refused', () => {
  for (const wrong of [null, 'x', {}, { at: 1 }, { verdict: { type: 'other' }, at: 1 }])
    expect(permissionSettlementSchema.safeParse(wrong).success).toBe(false);
});
