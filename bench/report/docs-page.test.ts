import { expect, test } from 'vitest';
import { withFigures } from './docs-page.ts';

const page = '# Speed\n\n<!-- figures -->\n\nold\n\n<!-- /figures -->\n\nMore.\n';

test('new figures take the place of the old ones, and nothing else changes', () => {
  expect(withFigures(page, 'new\n')).toBe(page.replace('old', 'new'));
  expect(withFigures(withFigures(page, 'new\n'), 'old\n')).toBe(page);
});

test('a page without the marks is left alone', () => {
  expect(() => withFigures('# Speed\n', 'new')).toThrow('<!-- figures -->');
});
