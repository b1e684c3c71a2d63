import { expect, it } from 'vitest';
import { vendors } from '../agents/external/vendors/vendors.ts';
import { providers } from '../agents/model/providers/registry.ts';
import { hiddenNames } from '../commands/command-environment.ts';
import { keyVariables } from './create-shell.ts';

it('keys of every provider, and of every agent’s vendor, leave the environment of what an agent starts', () => {
  const names = [
    ...Object.values(providers).flatMap(({ keyVariable }) => keyVariable ?? []),
    ...vendors.flatMap(({ preset }) => preset?.keys ?? []),
    'CLAUDE_CODE_OAUTH_TOKEN',
    'OPENROUTER_API_KEY',
    'MISTRAL_API_KEY',
    'CURSOR_API_KEY',
  ];
  const environment = Object.fromEntries([...names, 'PATH', 'HOME'].map((name) => [name, 'x']));
  expect(hiddenNames(environment, keyVariables, []).toSorted()).toEqual([...new Set(names)].toSorted());
});
