import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argvOf } from '../../../src/shared/permissions/argv.ts';
import { type Environment, readingEnvironment } from '../../../src/main/commands/command-environment.ts';
import { unaskedReading } from '../../../src/main/permissions/unasked-reading.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** What every secret of the folder says. */
export const secret = 'swordfish';

/**
 * A repository whose commit has an ordinary file, one with secrets and a program that leaves a trace where it runs, and
 * a folder beside it.
 */
export function hostileFolder() {
  const root = temporaryFolder();
  const folder = join(root, 'folder');
  const outside = join(root, 'outside');
  const trace = join(outside, 'ran');
  const env: Environment = {
    PATH: process.env['PATH'],
    HOME: root,
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const program = (path: string) => {
    write(path, `#!/bin/sh\necho ran > '${trace}'\nexec /bin/cat\n`);
    chmodSync(join(folder, path), 0o755);
  };
  const sh = (line: string, input = '') =>
    execFileSync('/bin/sh', ['-c', line], {
      cwd: folder,
      env,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    }).trim();
  mkdirSync(outside);
  writeFileSync(join(outside, 'note.txt'), `${secret}\n`);
  write('a', 'one\ntwo\n');
  write('b', 'b\n');
  write('.env', `KEY=${secret}\n`);
  write('src/.ENV.local', `KEY=${secret}\n`);
  program('tool');
  sh(
    'git init -q -b main; git config user.name a; git config user.email a@example.com; git add -A; git commit -qm First',
  );
  return { root, folder, outside, trace, env, write, program, sh };
}

export type HostileFolder = ReturnType<typeof hostileFolder>;

/** Where a line would run: below the folder, and with these variables. */
export type Where = { below?: string; env?: Environment };

/** Runs a line as a shell does, and returns what it puts out. */
export function runByShell({ folder, env }: HostileFolder, line: string, where: Where = {}): string {
  const options = { cwd: join(folder, where.below ?? '.'), env: { ...env, ...where.env } };
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', line], {
    ...options,
    input: '',
    encoding: 'utf8',
    timeout: 20_000,
  });
  return stdout + stderr;
}

/** Runs a line as Parley does without a card; undefined where it would ask. */
export async function runUnasked(
  { root, folder, env }: HostileFolder,
  line: string,
  where: Where & { mayUseGit?: boolean; dataFolder?: string } = {},
): Promise<string | undefined> {
  const all = { ...env, ...where.env };
  const place = join(folder, where.below ?? '.');
  const argv = argvOf(line);
  const read =
    argv &&
    (await unaskedReading(
      { argv, folder: place, chatFolder: folder },
      {
        environment: async () => all,
        dataFolder: {
          paths: () => [where.dataFolder ?? join(root, 'data')],
          isChatFolder: () => false,
        },
        mayUseGit: async () => where.mayUseGit ?? true,
      },
    ));
  if (read === undefined) return undefined;
  const [file = '', ...args] = read;
  const { stdout, stderr } = spawnSync(file, args, {
    cwd: place,
    env: readingEnvironment(all, folder),
    input: '',
    encoding: 'utf8',
    timeout: 20_000,
  });
  return stdout + stderr;
}

/** True where a program of the folder ran. */
export function hasRun({ trace }: HostileFolder): boolean {
  return existsSync(trace);
}
