import { expect, test } from 'vitest';
import { agrees, wantsTests } from './wishes.ts';

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

test.each([
  'Run the tests',
  'please run all the tests',
  'Could you run its tests?',
  'try the test',
  'just run the tests',
  'No, just run the tests first',
  'OK. Then run npm test, please',
  'Let’s run the unit tests',
])('“%s” asks to run the tests', (message) => expect(wantsTests(message)).toBe(true));

test.each(['Plan the tests', 'Where are the tests?', 'run it', 'Write tests and run them', 'Just plan it'])(
  '“%s” does not',
  (message) => expect(wantsTests(message)).toBe(false),
);
