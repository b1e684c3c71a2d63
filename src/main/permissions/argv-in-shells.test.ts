import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argvOf } from '../../shared/permissions/argv.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';

const shells = ['sh', 'bash', 'dash', 'zsh', 'fish', 'ksh'].filter(
  (shell) => spawnSync(shell, ['-c', 'true']).status === 0,
);

/** Letters that shells read something into, beside ordinary ones. */
const letter = fc.constantFrom(
  ...Array.from('ab1 \t\'"\\$`;&|<>(){}[]*?~!#=%^,:./-_@+é\u00a0\u2003“'),
  '$(',
  '&&',
  '--',
  '\\ ',
  "''",
  '""',
  '\n',
  "'a ",
  '" b"',
  "\\'",
  '\\*',
  '\\\\',
);
const rest = fc.array(letter, { maxLength: 8 }).map((letters) => letters.join(''));

/** The end of the words of one line: no line has it. */
const end = '\u0001';

/** Returns the words that a shell makes of each line, by a function that prints what it is called with. */
function wordsIn(shell: string, lines: readonly string[]): string[][] {
  const print =
    shell === 'fish'
      ? `function probe; for word in $argv; printf '%s\\0' $word; end; printf '${end}\\0'; end`
      : `probe() { for word in "$@"; do printf '%s\\0' "$word"; done; printf '${end}\\0'; }`;
  const script = [print, ...lines.map((line) => `probe ${line}`)].join('\n');
  const { stdout, stderr, status } = spawnSync(shell, ['-c', script], {
    cwd: temporaryFolder(),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .split(`${end}\0`)
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1));
}

describe.each(shells)('%s', (shell) => {
  it('splits every line that has an argv into the same words, and does nothing else', () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.array(rest, { minLength: 200, maxLength: 400 }), (lines) => {
        const read = lines.flatMap((line) => {
          const words = argvOf(`probe ${line}`);
          return words === undefined ? [] : [{ line, words: words.slice(1) }];
        });
        plain += read.length;
        expect(
          wordsIn(
            shell,
            read.map(({ line }) => line),
          ),
        ).toEqual(read.map(({ words }) => words));
      }),
      { numRuns: 20 },
    );
    expect(plain).toBeGreaterThan(500);
  });
});

it('has a shell to compare with', () => {
  expect(shells).toContain('sh');
});
