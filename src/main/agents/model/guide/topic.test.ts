import { expect, test } from 'vitest';
import { agrees } from './topic.ts';

test.each([
  'looks good',
  'Looks good, go ahead',
  'go ahead!',
  'yes',
  'OK, do it',
  'approve',
  'LGTM 👍',
  'That works, thanks',
])('“%s” is an agreement and nothing else', (message) => expect(agrees(message)).toBe(true));

test.each([
  'looks good, but shorter',
  'go ahead with the tests',
  'no',
  'please',
  'thanks',
  '',
  'yes and mention Windows',
  'not good',
])('“%s” is not only an agreement', (message) => expect(agrees(message)).toBe(false));
