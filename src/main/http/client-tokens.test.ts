import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { createClientTokens } from './client-tokens.ts';

test('tokens that are made at the same time are all good', async () => {
  const tokens = createClientTokens(temporaryFolder());
  const made = await Promise.all(Array.from({ length: 5 }, () => tokens.make()));
  expect(made.map((token) => tokens.accepts(token))).toEqual(made.map(() => true));
});

test('a token that is asked for after all are revoked is good', async () => {
  const tokens = createClientTokens(temporaryFolder());
  await tokens.make();
  const [revoked, token] = await Promise.all([tokens.revoke(), tokens.make()]);
  expect(revoked).toBe(1);
  expect(tokens.accepts(token)).toBe(true);
  expect(tokens.info().count).toBe(1);
});

test('damaged tokens are set aside before a new one is made', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'client-tokens.json'), '[{"hash":');
  const tokens = createClientTokens(dataDir);
  expect(tokens.accepts(await tokens.make())).toBe(true);
  expect(readFileSync(join(dataDir, 'client-tokens.json.damaged'), 'utf8')).toBe('[{"hash":');
});
