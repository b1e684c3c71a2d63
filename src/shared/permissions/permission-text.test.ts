import { expect, it } from 'vitest';
import type { RuleDraft } from './permission-rule.ts';
import { ruleScope } from './permission-text.ts';

const rule: RuleDraft = {
  effect: 'allow',
  asker: 'Claude',
  folder: '/work/tiny',
  match: { type: 'command', words: ['git', 'push'], open: true, confined: false },
};

it('says what a rule about a command prefix covers and what still asks', () => {
  const does = 'Sends commits to a remote of the repository';
  const text = (asks: string[]) => ruleScope({ ...rule, coverage: { does, asks } });
  expect(text(['--force', '--delete'])).toBe(
    'Claude, in tiny, not confined. Sends commits to a remote of the repository, with its usual options. Still asks for --force, --delete, other options and paths outside the folder',
  );
  expect(text([])).toMatch(/Still asks for other options and paths outside the folder$/);
  expect(ruleScope({ ...rule, coverage: null })).toMatch(/^Claude, in tiny, not confined\. Covers nothing: /);
  expect(ruleScope(rule)).toBe('Claude, in tiny, not confined');
});
