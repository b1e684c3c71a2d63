import { delimiter, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withOwnPrograms } from './own-programs.ts';

test('programs are not looked up where a folder’s own files would be found', () => {
  const [system, packages] = [resolve('/usr/bin'), resolve(join('/work/tiny', 'node_modules', '.bin'))];
  const path = ['', '.', 'bin', packages, system].join(delimiter);
  expect(withOwnPrograms({ PATH: path, HOME: '/home/wren' })).toEqual({ PATH: system, HOME: '/home/wren' });
});
