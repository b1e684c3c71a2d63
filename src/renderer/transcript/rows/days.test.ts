import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayName, dayOf, isOf } from './days.ts';

const at = (text: string) => new Date(text).getTime();
const today = dayOf(at('2026-11-18T10:00'));

test('days are named as people name them', () => {
  expect(dayName(at('2026-11-18T00:00'), today)).toBe('Today');
  expect(dayName(at('2026-11-17T23:59:59.999'), today)).toBe('Yesterday');
  expect(dayName(at('2026-11-16T12:00'), today)).toBe('Monday 16 November');
  expect(dayName(at('2025-11-16T12:00'), today)).toBe('Sunday 16 November 2025');
});

test('a moment is of its own day and of no other', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
      const day = dayOf(date.getTime());
      expect(isOf(day, date.getTime())).toBe(true);
      expect(isOf(dayOf(day.end), date.getTime())).toBe(false);
      expect(isOf(dayOf(day.start - 1), date.getTime())).toBe(false);
    }),
  );
});
