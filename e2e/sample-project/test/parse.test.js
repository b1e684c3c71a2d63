import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../src/parse.js';

test('the last of equal keys wins', () => {
  assert.equal(parse('a = 1\na = 2').get('a'), '2');
});
