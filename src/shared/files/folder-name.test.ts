import { expect, test } from 'vitest';
import { folderNames } from '../../shared/files/folder-name.ts';

test('folders of the same name are told apart by what they are in', () => {
  const named = folderNames(['/work/app', '/home/ann/app', '/srv/site', 'C:\\x\\y', '/']);
  expect([...named.values()]).toEqual(['work/app', 'ann/app', 'site', 'y', '/']);
});
