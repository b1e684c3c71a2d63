import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const lastResort = new URL('last-resort.ts', import.meta.url).href;

/** Runs a program whose log prints its entries; one mistake a millisecond, then a last line. */
function runWith(mistakes: string) {
  const program = `
    const { installLastResort } = await import('${lastResort}');
    installLastResort({ error: (error) => (console.log('logged', error.message), 'ab12cd34') });
    ${mistakes}
    setTimeout(() => console.log('still here'), 20);`;
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
}

test('an exception and a rejection that nobody caught are logged and named, and the process goes on', async () => {
  const { stdout, stderr } = await runWith(`
    setTimeout(() => { throw new Error('thrown'); }, 1);
    setTimeout(() => { void Promise.reject(new Error('rejected')); }, 2);`);
  expect(stdout.trim().split('\n')).toEqual(['logged thrown', 'logged rejected', 'still here']);
  expect(stderr.match(/goes on running \(ab12cd34 in its log\)/g)).toHaveLength(2);
});
