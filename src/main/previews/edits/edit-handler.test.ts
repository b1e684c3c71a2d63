import { expect, it } from 'vitest';
import { commentsText } from './edit-handler.ts';

const file = { path: '.env', before: 'KEY=secret\n', after: 'KEY=other\n' };
const comment = { path: '.env', side: 'old' as const, line: 1, quote: 'KEY=secret', text: ' Keep it \n' };

it('quotes no line of a file that the model may not read', () => {
  expect(commentsText([comment], [file])).toBe('On .env, line 1 before the change:\n> KEY=secret\nKeep it');
  expect(commentsText([comment], [{ ...file, withheld: true }])).toBe(
    'On .env, line 1 before the change:\nKeep it',
  );
});

it('leaves out what is blank, and is nothing then', () => {
  expect(commentsText([{ ...comment, text: ' \n' }], [file])).toBeUndefined();
});
