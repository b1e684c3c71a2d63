import { expect, test } from 'vitest';
import { outsideFolder, outsideInput } from './outside-call.ts';

test('the folder of an asker is read back from what is kept of its call', () => {
  expect(outsideFolder(outsideInput('/home/ada/site'))).toBe('/home/ada/site');
  expect(outsideFolder(outsideInput(null))).toBeUndefined();
});

test.each([[null], [undefined], ['text'], [{}], [{ folder: 4 }]])(
  '%j, which an older version or another agent stored, has no folder',
  (input) => expect(outsideFolder(input)).toBeUndefined(),
);
