import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commandParts } from '../../shared/permissions/argv.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { joinedArgv } from './joined-commands.ts';

/** Programs that note what they were called with, and end well or badly. */
const programs = ['yes1', 'no1', 'yes2'];

/** A folder for programs of the path that append their words to a file, each word in brackets. */
function tracing() {
  const root = temporaryFolder();
  const [bin, log] = [join(root, 'bin'), join(root, 'log')];
  mkdirSync(bin);
  for (const name of programs) {
    const words = `line=${name}; for word in "$@"; do line="$line[$word]"; done; printf '%s\\n' "$line" >> '${log}'`;
    writeFileSync(join(bin, name), `#!/bin/sh\n${words}\n${name.startsWith('no') ? 'exit 1' : 'exit 0'}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: root };
  const ran = (argv: readonly string[]) => {
    rmSync(log, { force: true });
    const [file = '', ...args] = argv;
    const { status } = spawnSync(file, args, { cwd: root, env, input: '', timeout: 10_000 });
    const lines = execFileSync('/bin/sh', ['-c', `cat '${log}' 2>/dev/null || true`], { encoding: 'utf8' });
    return {
      status,
      ran: lines
        .split('\n')
        .filter((line) => line !== '')
        .toSorted(),
    };
  };
  return { root, env, ran };
}

const word = fc.constantFrom(
  'a',
  "'b c'",
  '"d;e"',
  'f\\&g',
  '2',
  '-n',
  "'&&'",
  '1,2p',
  "''",
  'é',
  '#x',
  '$HOME',
  '*',
  '~',
  'x=1',
  '`no1`',
  '$(no1)',
  '{',
  '}',
  '(',
  ')',
  '!',
  'then',
  '\\',
  "'",
  '"',
  '<a',
  '<(no1)',
  '\n',
  '\u00a0',
);
const anyJoin = fc.constantFrom(
  ' && ',
  ' || ',
  ';',
  ' | ',
  '&&',
  '|',
  '||',
  ' ; ',
  ' & ',
  '&',
  ' |& ',
  ';;',
  '\n',
  ' &! ',
  ' coproc ',
);
const redirection = fc.constantFrom(
  ' 2>&1',
  ' >/dev/null',
  ' 2>/dev/null',
  ' > /dev/null',
  ' >/dev/null 2>&1',
  '2>&1',
  '>/dev/null',
  ' >made',
  ' >>made',
  ' 1>&2',
  ' &>/dev/null',
  ' >&2',
  ' >/dev/null2',
  ' 2 >&1',
  ' >/dev/null&',
  ' 3>&1',
  ' >/dev/nullx',
);
const command = fc
  .tuple(
    fc.constantFrom(...programs, 'if', 'env yes2', '(yes1', '"yes1"', 'x=1 yes1', '! yes1'),
    fc.array(word, { maxLength: 3 }),
    fc.array(redirection, { maxLength: 2 }),
  )
  .map(([program, words, redirections]) => [program, ...words].join(' ') + redirections.join(''));
const plain = fc
  .tuple(
    fc.constantFrom(...programs),
    fc.array(fc.constantFrom('a', "'b c'", '"d;e"', '2', '-n', "'&&'", "''", '\\$x'), { maxLength: 3 }),
    fc.constantFrom('', '', ' 2>&1', ' >/dev/null', ' 2>/dev/null'),
  )
  .map(([program, words, redirections]) => [program, ...words].join(' ') + redirections);
const plainJoin = fc.constantFrom(' && ', ' || ', ';', ' | ', '&&', '; ');

const line = fc.oneof(
  { weight: 1, arbitrary: joined(command, anyJoin) },
  { weight: 2, arbitrary: joined(plain, plainJoin) },
);

function joined(one: fc.Arbitrary<string>, between: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const more = fc.array(fc.tuple(between, one), { maxLength: 3 });
  return fc.tuple(one, more).map(([first, rest]) => first + rest.flat().join(''));
}

it('runs of a line what /bin/sh runs of it, and nothing that was not seen as a command', () => {
  const { root, env, ran } = tracing();
  let split = 0;
  fc.assert(
    fc.property(line, (text) => {
      const parts = commandParts(text);
      if (parts === undefined) return;
      split += 1;
      const bySh = ran(['/bin/sh', '-c', text]);
      const script = parts.map((part) => ({ ...part, reads: false }));
      expect(ran(joinedArgv(script, env, root))).toEqual(bySh);
      const seen = parts.map(({ words }) => {
        const [program = '', ...rest] = words[0] === 'env' ? words.slice(1) : words;
        return [program, ...rest.map((one) => `[${one}]`)].join('');
      });
      expect(bySh.ran.filter((one) => !seen.includes(one))).toEqual([]);
    }),
    { numRuns: 300 },
  );
  expect(split).toBeGreaterThan(100);
});

it.for([
  'yes1 & yes2',
  'yes1 |& yes2',
  'yes1 ;; yes2',
  '(yes1; yes2)',
  '{ yes1; yes2; }',
  'if yes1; then yes2; fi',
  'coproc yes1',
  'yes1 &! yes2',
  'yes1 > made',
  'yes1 &> /dev/null',
  'yes1 >&2',
  'yes1 <a',
  '! yes1',
  'yes1 &&',
  '&& yes1',
  'yes1 | | yes2',
  'yes1 ;',
  'yes1 $(yes2)',
  'yes1 `yes2`',
  'x=1 yes1',
  'cd x && yes1',
  'yes1 # yes2',
  'yes1 \\\n yes2',
  'yes1\nyes2',
  'yes1 2>&1 a',
  '>/dev/null yes1',
  'eval yes1',
  'yes1 && exec yes2',
  'yes1 <<< a',
])('reads no commands in: %s', (text) => {
  expect(commandParts(text)).toBeUndefined();
});

it('keeps what a shell of the person defines out of it', () => {
  const { root, env, ran } = tracing();
  const [part] = commandParts('yes1 a') ?? [];
  if (part === undefined) throw new Error('It is a command.');
  const argv = joinedArgv([{ ...part, reads: false }], env, root);
  writeFileSync(join(root, 'rc'), 'yes1() { no1; }\n');
  expect(ran(['/usr/bin/env', 'ENV=rc', 'BASH_ENV=rc', 'BASH_FUNC_yes1%%=() { no1; }', ...argv]).ran).toEqual(
    ['yes1[a]'],
  );
  expect(readFileSync(join(root, 'rc'), 'utf8')).toContain('no1');
});
