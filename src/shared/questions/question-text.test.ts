import { expect, test } from 'vitest';
import { settledStatus } from './question-text.ts';
import type { Settlement } from './questions.ts';

const answered = { type: 'answered' as const, replies: [], timedOut: false };

const statuses: readonly [string, Settlement['outcome'], Settlement['where']][] = [
  ['Answered', answered, 'card'],
  ['Answered', answered, 'chat'],
  ['Timed out', answered, 'timeout'],
  ['Not asked', { type: 'supplied', replies: [] }, 'call'],
  ['Answered in chat', { type: 'replied', text: 'Neither' }, 'chat'],
  ['Dismissed', { type: 'declined' }, 'card'],
  ['Answered in chat', { type: 'cancelled', reason: 'r' }, 'chat'],
  ['Stopped', { type: 'cancelled', reason: 'r' }, 'stop'],
  ['Withdrawn', { type: 'cancelled', reason: 'r' }, 'call'],
];

test.each(statuses)('“%s” is said of %j by %s', (said, outcome, where) => {
  expect(settledStatus({ outcome, where })).toBe(said);
});
