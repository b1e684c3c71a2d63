import { expect, test } from 'vitest';
import type { PermissionChoice } from './permission.ts';
import { withRefusal } from './permission-choices.ts';

const subject = { type: 'other' as const, title: 'Act', text: '' };

test('the no that an asker lacks is never taken for a yes of the asker', () => {
  const yes = ['no', 'no-2', 'no-3'].map((id): PermissionChoice => ({ id, meaning: 'always', words: 'Yes' }));
  const offered = withRefusal(subject, yes);
  const ids = offered.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(offered.filter(({ meaning }) => meaning === 'no')).toEqual([{ id: 'no-4', meaning: 'no' }]);
});
