import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandPrefix } from '../../shared/permissions/command-table.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { leadsOut } from './command-links.ts';

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** A repository with a commit, a folder beside it with a secret, and a program that leaves a trace when it runs. */
function place() {
  const root = temporaryFolder();
  const [folder, outside] = [join(root, 'folder'), join(root, 'outside')];
  for (const path of [folder, outside]) mkdirSync(path);
  const env = {
    ...process.env,
    HOME: root,
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  const run = (argv: readonly string[]) => {
    const [program = '', ...args] = argv;
    const { stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', input: '', env });
    return stdout + stderr;
  };
  const trace = join(outside, 'ran');
  const tool = join(folder, 'tool');
  writeFileSync(tool, `#!/bin/sh\necho ran > '${trace}'\n`);
  chmodSync(tool, 0o755);
  writeFileSync(join(outside, 'secret.json'), '{"secret":"swordfish"}\n');
  for (const name of ['a', 'b']) writeFileSync(join(folder, name), `${name}\n`);
  run(['git', 'init', '-q', '-b', 'main']);
  run(['git', 'add', 'a', 'b']);
  run(['git', 'commit', '-qm', 'First']);
  const bare = (name: string) => {
    run(['git', 'init', '-q', '--bare', name]);
    const hook = join(folder, name, 'hooks', 'pre-receive');
    writeFileSync(hook, `#!/bin/sh\necho ran > '${trace}'\n`);
    chmodSync(hook, 0o755);
  };
  return { root, folder, outside, trace, run, bare };
}

type Place = ReturnType<typeof place>;
type Case = {
  argv: string[];
  before?: (one: Place) => unknown;
  happened: (one: Place, output: string) => boolean;
};

const ran = ({ trace }: Place) => existsSync(trace);
const reads = (_: Place, output: string) => output.includes('swordfish');
const writes = (name: string) => (one: Place) => readFileSync(join(one.folder, name), 'utf8') !== `${name}\n`;
const secret = '../outside/secret.json';

const cases: Case[] = [
  { argv: ['git', 'push', './bare', 'main'], before: ({ bare }) => bare('bare'), happened: ran },
  { argv: ['git', 'push', 'upstream', 'main'], before: ({ bare }) => bare('upstream'), happened: ran },
  { argv: ['git', 'push', 'fork', 'main'], before: ({ bare }) => bare('fork.git'), happened: ran },
  { argv: ['git', 'push', 'sub/bare', 'main'], before: ({ bare }) => bare('sub/bare'), happened: ran },
  {
    argv: ['git', 'push', '--receive-p=./tool', 'x', 'main'],
    before: ({ bare }) => bare('x'),
    happened: ran,
  },
  { argv: ['git', 'push', '--exe=./tool', 'x', 'main'], before: ({ bare }) => bare('x'), happened: ran },
  { argv: ['git', 'fetch', '--upl=./tool', 'x'], before: ({ bare }) => bare('x'), happened: ran },
  { argv: ['git', 'ls-remote', '--exec=./tool', 'x'], before: ({ bare }) => bare('x'), happened: ran },
  { argv: ['git', '-c', 'alias.x=!./tool', 'x'], happened: ran },
  { argv: ['git', 'grep', '-O./tool', 'a'], happened: ran },
  { argv: ['git', 'rebase', '-x', './tool', '--root'], happened: ran },
  { argv: ['git', 'diff', secret, 'a'], happened: reads },
  { argv: ['git', 'diff', '--no-index', secret, 'a'], happened: reads },
  { argv: ['git', 'diff', '--', 'a', secret], happened: reads },
  { argv: ['git', 'log', '-p', '--output=b'], happened: writes('b') },
  { argv: ['git', 'show', '--output=b', 'HEAD'], happened: writes('b') },
  {
    argv: ['git', 'commit', '--allow-empty', '--fil=../outside/secret.json'],
    happened: ({ run }) => run(['git', 'log', '-1']).includes('swordfish'),
  },
  {
    argv: ['git', 'push', '--mirr', 'upstream'],
    before: ({ bare, run }) => {
      bare('upstream');
      run(['git', 'push', 'upstream', 'main:other']);
    },
    happened: ({ run }) => !run(['git', 'ls-remote', 'upstream']).includes('refs/heads/other'),
  },
  { argv: ['git', 'restore', '--staged', '--work', 'b'], before: change, happened: isReset },
  { argv: ['git', 'reset', '--har'], before: change, happened: isReset },
  { argv: ['git', 'clean', '-qfdx'], happened: ({ folder }) => !existsSync(join(folder, 'tool')) },
  {
    argv: ['git', 'clean', '-nd', '--forc', '--no-dry-run'],
    happened: ({ folder }) => !existsSync(join(folder, 'tool')),
  },
  { argv: ['sort', '-ruob', 'a'], happened: writes('b') },
  { argv: ['sort', '--outp=b', 'a'], happened: writes('b') },
  {
    argv: ['sort', '-S1k', '--parallel=1', '--batch-size=2', '--compress-pr=./tool', 'long'],
    before: ({ folder }) => writeFileSync(join(folder, 'long'), 'line\n'.repeat(100_000)),
    happened: ran,
  },
  { argv: ['uniq', 'a', 'b'], happened: writes('b') },
  { argv: ['find', '.', '-maxdepth', '0', '-exec', './tool', ';'], happened: ran },
  { argv: ['find', '.', '-maxdepth', '0', '-fprint', 'b'], happened: writes('b') },
  {
    argv: ['cp', 'a', 'docs'],
    before: linkedFolder,
    happened: ({ outside }) => existsSync(join(outside, 'a')),
  },
  {
    argv: ['touch', 'docs/new'],
    before: linkedFolder,
    happened: ({ outside }) => existsSync(join(outside, 'new')),
  },
  { argv: ['cat', 'docs/secret.json'], before: linkedFolder, happened: reads },
  { argv: ['jq', '-n', 'import "secret" as $s {search: "../outside"}; $s'], happened: reads },
  {
    argv: ['tar', '-tf', 'x.tar', '--checkpoint=1', '--checkpoint-act=exec=./tool'],
    before: archive,
    happened: ran,
  },
  { argv: ['tar', '-tf', 'x.tar', '--use-comp=./tool'], before: archive, happened: ran },
  { argv: ['make', 'test', 'SHELL=./tool'], before: makefile, happened: ran },
  { argv: ['make', 'test', '--eva=x:=$(shell ./tool)'], before: makefile, happened: ran },
  { argv: ['make', 'test', '-kfother'], before: makefile, happened: ran },
  { argv: ['npm', 'test', '--prefi', '../outside'], before: otherPackage, happened: ran },
  { argv: ['npm', 'test', '-prefix', '../outside'], before: otherPackage, happened: ran },
  { argv: ['npm', 'test', '--script-s=./tool'], before: ownPackage, happened: ran },
];

function change({ folder }: Place) {
  writeFileSync(join(folder, 'b'), 'changed\n');
}

function isReset(one: Place) {
  return !writes('b')(one);
}

function linkedFolder({ folder, outside }: Place) {
  symlinkSync(outside, join(folder, 'docs'));
}

function archive({ run }: Place) {
  run(['tar', '-cf', 'x.tar', 'a']);
}

function makefile({ folder }: Place) {
  writeFileSync(join(folder, 'Makefile'), 'test:\n\t@true;\n');
  writeFileSync(join(folder, 'other'), 'test:\n\t./tool\n');
}

function otherPackage({ outside }: Place) {
  writeFileSync(join(outside, 'package.json'), '{"scripts":{"test":"echo ran > ran"}}');
}

function ownPackage({ folder }: Place) {
  writeFileSync(join(folder, 'package.json'), '{"scripts":{"test":"true"}}');
}

/** What the corpus says of lines is tried with the programs themselves. */
it.for(cases.map((one) => ({ ...one, line: one.argv.join(' ') })))(
  'no prefix covers what the real program does of: $line',
  ({ argv, line, before, happened }, { skip }) => {
    const [program = ''] = argv;
    if (process.platform === 'win32' || !has(program)) skip();
    const one = place();
    before?.(one);
    const isCovered =
      commandPrefix(argv) !== undefined &&
      !leadsOut({ type: 'command', line, folder: one.folder, confined: false });
    const output = one.run(argv);
    expect({ happened: happened(one, output), isCovered, output }).toMatchObject({
      happened: true,
      isCovered: false,
    });
  },
);
