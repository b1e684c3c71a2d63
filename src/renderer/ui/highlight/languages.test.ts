import { expect, test } from 'vitest';
import { languageOf, languageOfFile } from './languages.ts';

test('a language is known by its names, whatever their case', () => {
  expect(languageOf('TS')).toEqual({ id: 'typescript', name: 'TypeScript' });
  expect(languageOf('yaml')).toEqual({ id: 'yaml', name: 'YAML' });
  expect(languageOf('sh')).toEqual({ id: 'bash', name: 'Shell' });
});

test('an unknown language keeps the name it was given, and none is none', () => {
  expect(languageOf('Brainfuck')).toEqual({ id: null, name: 'Brainfuck' });
  expect(languageOf('constructor')).toEqual({ id: null, name: 'constructor' });
  expect(languageOf('')).toBeNull();
  expect(languageOf('text')).toBeNull();
});

test.each([
  ['src/main.ts', 'typescript'],
  ['README.md', 'markdown'],
  ['Dockerfile', 'dockerfile'],
  ['Makefile', 'make'],
  ['a/b.unknown', null],
  ['LICENSE', null],
  ['.env', null],
])('%s is written in %s', (path, language) => {
  expect(languageOfFile(path)).toBe(language);
});
