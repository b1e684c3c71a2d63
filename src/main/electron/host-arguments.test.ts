import { expect, test } from 'vitest';
import { readHostArguments } from './host-arguments.ts';

test('a link among the arguments is found, whatever the system puts around it', () => {
  const argv = ['/app', '--allow-file-access', '--data-dir=/d', 'parley://workspace/a'];
  expect(readHostArguments(argv, '/')).toEqual({
    dataDir: '/d',
    workspace: undefined,
    port: undefined,
    link: 'parley://workspace/a',
  });
  expect(readHostArguments(['/app', '--workspace=folder'], '/home')).toMatchObject({
    workspace: '/home/folder',
    link: undefined,
  });
});
