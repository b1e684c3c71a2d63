import { type CodeSpans, codeKinds } from './code-spans.ts';

/** How many spans are painted at a time, so that long code holds nothing up. */
const slice = 1_500;

/**
 * Colours a text by the platform's highlights, so that nothing about the page's elements or sizes
 * changes. Returns how to take the colours away again.
 */
export function paintCode(text: Text, spans: CodeSpans): () => void {
  const painted: [Highlight, AbstractRange][] = [];
  const highlights = codeKinds.map(highlightOf);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function paintFrom(first: number): void {
    const end = Math.min(spans.length, first + slice * 3);
    for (let at = first; at < end; at += 3) {
      const [startOffset = 0, endOffset = 0, kind = 0] = spans.subarray(at, at + 3);
      const highlight = highlights[kind];
      if (highlight === undefined || endOffset > text.length) continue;
      const range = new StaticRange({ startContainer: text, startOffset, endContainer: text, endOffset });
      highlight.add(range);
      painted.push([highlight, range]);
    }
    if (end < spans.length) timer = setTimeout(paintFrom, 0, end);
  }

  paintFrom(0);
  return () => {
    clearTimeout(timer);
    for (const [highlight, range] of painted) highlight.delete(range);
  };
}

/** Whether this browser has such highlights. */
export function canPaint(): boolean {
  return 'highlights' in CSS;
}

function highlightOf(kind: string): Highlight {
  const name = `code-${kind}`;
  const known = CSS.highlights.get(name);
  if (known !== undefined) return known;
  const highlight = new Highlight();
  CSS.highlights.set(name, highlight);
  return highlight;
}
