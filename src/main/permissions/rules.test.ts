import { expect, it } from 'vitest';
import { ruleIdSchema } from '../../shared/ids.ts';
import { permissionsOn } from '../testing/permissions-on.ts';

it('shows of each rule about a command prefix what it covers, also of one from an earlier version', () => {
  const { rules, stores } = permissionsOn();
  const add = (line: string, more: { open?: boolean; effect?: 'allow' | 'deny' } = {}) => {
    const { open = true, effect = 'allow' } = more;
    const match = { type: 'command' as const, words: line.split(' '), open, confined: false };
    stores.rules.add(
      ruleIdSchema.parse(`${line} ${effect}`),
      { effect, asker: null, folder: null, match },
      1,
    );
  };
  add('git push');
  add('mytool');
  add('git push --force');
  add('npm test', { open: false });
  add('npm run lint', { effect: 'deny' });
  const [push, ...others] = rules.shown().map(({ coverage }) => coverage);
  expect(push?.does).toBe('Sends commits to a remote of the repository');
  expect(push?.asks).toEqual(expect.arrayContaining(['--force', '--delete', '--mirror', '--receive-pack']));
  expect(others).toEqual([null, null, undefined, undefined]);
});
