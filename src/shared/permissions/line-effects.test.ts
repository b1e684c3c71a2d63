import { expect, it } from 'vitest';
import { lineEffects } from './line-effects.ts';
import type { PermissionSubject } from './permission.ts';
import { permissionWeight, type PermissionWeight } from './permission-weight.ts';

/** The effects of a line, each with the words that cause it. */
const marked = (line: string) =>
  lineEffects(line).map(({ effect, at }) => [effect, ...at.map(([from, to]) => line.slice(from, to))]);

it.each([
  ['npm test', [['runs', 'npm', 'test']]],
  [
    'rm  -rf "node modules"',
    [
      ['deletes', 'rm'],
      ['deletes', '-rf'],
    ],
  ],
  [
    'git status && git push --force',
    [
      ['rewrites', '--force'],
      ['sends', 'git', 'push'],
      ['reads', 'git', 'status'],
    ],
  ],
  [
    'cat a | sh',
    [
      ['unknown', 'sh'],
      ['reads', 'cat'],
    ],
  ],
  [
    'cat a && sh b',
    [
      ['runs', 'sh'],
      ['reads', 'cat'],
    ],
  ],
  ['ls; ls src', [['reads', 'ls', 'ls']]],
  ['mytool a', [['unknown', 'mytool']]],
  ['echo $(rm x)', [['unknown']]],
  ['for f in *; do rm $f; done', [['unknown']]],
])('says what a line does and by which words: %s', (line, expected) => {
  expect(marked(line)).toEqual(expected);
});

const command = (line: string, confined: boolean): PermissionSubject => ({
  type: 'command',
  line,
  folder: '/work',
  confined,
  effects: lineEffects(line),
});

it.each<[PermissionSubject, PermissionWeight]>([
  [command('npm test', true), 'harmless'],
  [command('npm test', false), 'reaches'],
  [command('mkdir a', false), 'harmless'],
  [command('mytool', true), 'reaches'],
  [command('npm install', true), 'reaches'],
  [command('npm test && rm a', true), 'destroys'],
  [command('git push --force', false), 'destroys'],
  [command('x=1 npm test', true), 'reaches'],
  [{ type: 'command', line: 'ls', folder: '/work', confined: true }, 'reaches'],
  [{ type: 'other', title: 'x', text: '' }, 'reaches'],
  [{ type: 'fetch', url: 'https://example.com' }, 'reaches'],
])('weighs %j', (subject, weight) => {
  expect(permissionWeight(subject)).toBe(weight);
});
