import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp } from '../../../test/main/test-app.ts';
import { editorArgv, findEditor, openInEditor } from './open-in-editor.ts';

/** An editor that writes its arguments down, one a line, and ends with a code. */
function fakeEditor(code = 0) {
  const bin = temporaryFolder();
  const [program, noted] = [join(bin, 'code'), join(bin, 'noted')];
  writeFileSync(
    program,
    `#!/bin/sh\nfor word; do echo "$word"; done > "${noted}.new"\nmv "${noted}.new" "${noted}"\nexit ${code}\n`,
  );
  chmodSync(program, 0o755);
  const written = () =>
    new Promise<string[]>((resolve) => {
      const look = () => existsSync(noted) && resolve(readFileSync(noted, 'utf8').trimEnd().split('\n'));
      watch(bin, look);
      look();
    });
  return { bin, program, written };
}

function folderWith(name: string) {
  const path = temporaryFolder();
  mkdirSync(join(path, 'a b'));
  writeFileSync(join(path, 'a b', name), 'text\n');
  return anyFolder(path);
}

const env = { PATH: '/usr/bin:/bin' };

it.skipIf(process.platform === 'win32')(
  'opens a file at a line, by a command that no shell reads',
  async () => {
    const { program, written } = fakeEditor();
    const folder = folderWith('$(x);.ts');
    const problem = await openInEditor({
      command: `${program} -g {path}:{line}`,
      folder,
      path: 'a b/$(x);.ts',
      line: 7,
      env,
    });
    expect(problem).toBeUndefined();
    expect(await written()).toEqual(['-g', `${join(folder.path, 'a b/$(x);.ts')}:7`]);
  },
);

it('splits a command at spaces outside of quotes, and adds the path where it has none', () => {
  const place = { path: '/a b', line: 3 };
  expect(editorArgv('"/opt/My Editor/bin"  +{line} {path}', place)).toEqual([
    '/opt/My Editor/bin',
    '+3',
    '/a b',
  ]);
  expect(editorArgv('vim', place)).toEqual(['vim', '/a b']);
  expect(editorArgv('  ', place)).toEqual([]);
});

it.skipIf(process.platform === 'win32')(
  'runs no file of the folder in the place of the editor, whatever the search path',
  async () => {
    const { bin, written } = fakeEditor();
    const folder = folderWith('x.ts');
    writeFileSync(join(folder.path, 'code'), '#!/bin/sh\nexit 9\n');
    chmodSync(join(folder.path, 'code'), 0o755);
    const place = { command: 'code', folder, path: 'a b/x.ts', line: 1 };
    expect(await openInEditor({ ...place, env: { PATH: `:.:${bin}:/usr/bin:/bin` } })).toBeUndefined();
    expect(await written()).toEqual([join(folder.path, 'a b/x.ts')]);
    expect(await openInEditor({ ...place, env: { PATH: '' } })).toContain('did not open');
  },
);

it('opens nothing outside of the folder, nor what is not there', async () => {
  const { program } = fakeEditor();
  const folder = folderWith('x.ts');
  symlinkSync('/etc/hosts', join(folder.path, 'out'));
  for (const path of ['out', '../elsewhere', '/etc/hosts', 'missing.ts'])
    expect(await openInEditor({ command: program, folder, path, line: 1, env })).toContain('did not open');
});

it.skipIf(process.platform === 'win32')('says what is wrong with the command', async () => {
  const open = (command: string) =>
    openInEditor({ command, folder: folderWith('x.ts'), path: 'a b/x.ts', line: 1, env });
  expect(await open('no-such-editor')).toContain('There is no program no-such-editor.');
  expect(await open(fakeEditor(3).program)).toContain('ended with 3.');
  expect(await open('')).toContain('No editor is set.');
});

it.skipIf(process.platform === 'win32')('finds an editor, which the person can replace', async () => {
  expect(findEditor({ PATH: temporaryFolder() })).toBe('');
  const { bin, written } = fakeEditor();
  const { client } = testApp(temporaryFolder(), { env: { PATH: `${bin}:/usr/bin:/bin` } });
  const folder = folderWith('x.ts');
  const { id: workspaceId } = await client.workspace.create({ folder: folder.path });
  const place = { workspaceId, path: 'a b/x.ts', line: 2 };
  await client.workspace.openInEditor(place);
  expect(await written()).toEqual(['-g', `${join(folder.path, 'a b/x.ts')}:2`]);
  await client.app.saveSettings({ editor: 'no-such-editor' });
  await expect(client.workspace.openInEditor(place)).rejects.toMatchObject({ code: 'editor-failed' });
});
