import { expect, test } from 'vitest';
import { withData } from './static-files.ts';

const page = '<!doctype html><html lang="en"><body><div></div></body></html>';

/** The page a browser sees, as far as its block of data goes. */
function blockOf(served: string): string | undefined {
  return /<script type="application\/json">(.*?)<\/script>/s.exec(served)?.[1];
}

test('the look stands at the root, the first item at the end', () => {
  const served = withData(page, { look: { theme: 'dark', textSize: 'large' }, appItem: { seq: 1 } });
  expect(served).toBe(
    '<!doctype html><html data-theme="dark" data-text-size="large" lang="en"><body><div></div>' +
      '<script type="application/json">{"seq":1}</script></body></html>',
  );
});

test('no text ends the block or opens a comment, and each is read as it was', () => {
  const appItem = { name: '</script><!--<script>$& $1 \u2028 </body><html' };
  const block = blockOf(withData(page, { look: {}, appItem }));
  expect(block).not.toContain('<');
  expect(JSON.parse(block ?? '')).toEqual(appItem);
});
