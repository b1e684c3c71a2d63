import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CardFrame } from './card-frame.tsx';

test('the title and the name of a card hide nothing', () => {
  const card = renderToStaticMarkup(
    <CardFrame
      name={'Preview: Keep\u202e it'}
      toolCallId="a"
      title={'Keep\u202e it\u3164'}
      status={null}
      waiting
      calling
      collapsed={false}
      onCollapsedChange={() => undefined}
    >
      {null}
    </CardFrame>,
  );
  expect(card).toContain('aria-label="Preview: Keep&lt;U+202E&gt; it"');
  expect(card).toContain('data-code="U+202E"');
  expect(card).toContain('data-code="U+3164"');
});
