import { expect, test } from 'vitest';
import { parseSince } from './ledger-command.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['30m', now - 1_800_000],
  ['12h', now - 43_200_000],
  ['7d', now - 604_800_000],
  [' 2w ', now - 1_209_600_000],
  ['0d', now],
  ['2026-11-01', new Date(2026, 10, 1).getTime()],
  ['2026-11-01 08:30', new Date(2026, 10, 1, 8, 30).getTime()],
  ['2026-11-01T08:30:00Z', Date.parse('2026-11-01T08:30:00Z')],
])('%j is a time', (text, time) => expect(parseSince(text, now)).toBe(time));

test.each([
  '',
  '7',
  'd',
  '7 days',
  '-7d',
  '7y',
  'yesterday',
  '2026-13-01',
  '2026-02-30',
  '01.11.2026',
  '2026-11-01Tx',
])('%j is none', (text) => expect(parseSince(text, now)).toBeUndefined());
