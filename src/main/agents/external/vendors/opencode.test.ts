import { expect, test } from 'vitest';
import { openCode } from './opencode.ts';

test('OpenCode is started to ask for all but reading, and to deny edits while it plans', () => {
  const { OPENCODE_PERMISSION = '', OPENCODE_CONFIG_CONTENT = '' } = openCode.preset?.askingEnv?.({}) ?? {};
  const permission: unknown = JSON.parse(OPENCODE_PERMISSION);
  expect(permission).toMatchObject({ '*': 'ask', read: { '*.env': 'ask' }, grep: 'allow' });
  for (const acting of ['bash', 'edit', 'webfetch']) expect(permission).not.toHaveProperty(acting);
  expect(JSON.parse(OPENCODE_CONFIG_CONTENT)).toEqual({ agent: { plan: { permission: { edit: 'deny' } } } });
});

test('a permission that the person’s environment has does not go before it, other configuration is left', () => {
  const own = { OPENCODE_PERMISSION: '"allow"', OPENCODE_CONFIG_CONTENT: '{"model": "a/b"}' };
  const { OPENCODE_PERMISSION, OPENCODE_CONFIG_CONTENT } = openCode.preset?.askingEnv?.(own) ?? {};
  expect(OPENCODE_PERMISSION).toContain('"*":"ask"');
  expect(OPENCODE_CONFIG_CONTENT).toBe(own.OPENCODE_CONFIG_CONTENT);
});
