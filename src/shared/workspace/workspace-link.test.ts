import fc from 'fast-check';
import { expect, test } from 'vitest';
import { workspaceIdSchema } from '../ids.ts';
import { isParleyLink, linkedWorkspace, workspaceHash, workspaceLink } from './workspace-link.ts';

test('every workspace is found again by its link and by its hash', () => {
  const ids = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme-ascii' });
  fc.assert(
    fc.property(ids, (text) => {
      const id = workspaceIdSchema.parse(text);
      expect(linkedWorkspace(workspaceLink(id))).toBe(text);
      expect(linkedWorkspace(workspaceHash(id))).toBe(text);
    }),
  );
});

test.each([
  '',
  'parley://',
  'parley://workspace',
  'parley://workspace/',
  'parley://workspace/a/b',
  'parley://workspace/%E0%A4%A',
  'parley://settings/a',
  'https://workspace/a',
  '#a',
  `parley://workspace/${'a'.repeat(1_000)}`,
])('%j names no workspace', (text) => expect(linkedWorkspace(text)).toBeUndefined());

test('a link is told from a folder, also a malformed one', () => {
  expect(isParleyLink('parley://workspace/a')).toBe(true);
  expect(isParleyLink('PARLEY:nonsense')).toBe(true);
  expect(isParleyLink('/home/ann/parley')).toBe(false);
  expect(isParleyLink('--workspace=parley:')).toBe(false);
});
