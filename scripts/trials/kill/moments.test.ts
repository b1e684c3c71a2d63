import { expect, test } from 'vitest';
import { seededRandom } from '../random.ts';
import { Moments } from './moments.ts';

test('lives aim at what was met least, so that each moment comes', () => {
  const moments = new Moments(['asked', 'answered', 'undone'], seededRandom(7));
  expect(moments.missing).toEqual(['asked', 'answered', 'undone']);
  for (let life = 0; life < 6; life += 1) moments.met([moments.next()]);
  expect(moments.missing).toEqual([]);
  expect(moments.figures()).toEqual({ asked: 2, answered: 2, undone: 2 });
});

test('a moment that does not come stays the aim, and is missing in the end', () => {
  const moments = new Moments(['asked', 'answered'], seededRandom(7));
  moments.met(['asked', 'asked']);
  for (let life = 0; life < 9; life += 1) expect(moments.next()).toBe('answered');
  expect(moments.missing).toEqual(['answered']);
  expect(moments.figures()).toEqual({ asked: 1, answered: 0 });
});
