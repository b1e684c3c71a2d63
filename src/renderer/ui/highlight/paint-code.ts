import { type CodeSpans, codeKinds } from './code-spans.ts';

/** How many spans are painted at a time, so that long code does not block. */
const slice = 1_500;

/** A text node that shows the code from position `from` on. */
export type ShownCode = { text: Text; from: number };

/**
 * Colours code with the CSS Custom Highlight API, which changes neither elements nor sizes. The pieces are in
 * order, and a span may go over several. Returns a function that removes the colours.
 */
export function paintCode(pieces: readonly ShownCode[], spans: CodeSpans): () => void {
  const painted: [Highlight, AbstractRange][] = [];
  const highlights = codeKinds.map(highlightOf);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let place = 0;

  function paintFrom(first: number): void {
    const end = Math.min(spans.length, first + slice * 3);
    for (let span = first; span < end; span += 3) {
      const [start = 0, stop = 0, kind = 0] = spans.subarray(span, span + 3);
      while ((pieces[place + 1]?.from ?? Infinity) <= start) place += 1;
      const highlight = highlights[kind];
      for (let at = place; highlight !== undefined && (pieces[at]?.from ?? Infinity) < stop; at += 1) {
        const piece = pieces[at];
        const range = piece && rangeIn(piece, start, stop);
        if (range === undefined) continue;
        highlight.add(range);
        painted.push([highlight, range]);
      }
    }
    if (end < spans.length) timer = setTimeout(paintFrom, 0, end);
  }

  paintFrom(0);
  return () => {
    clearTimeout(timer);
    for (const [highlight, range] of painted) highlight.delete(range);
  };
}

function rangeIn({ text, from }: ShownCode, start: number, end: number): StaticRange | undefined {
  const [startOffset, endOffset] = [Math.max(0, start - from), Math.min(text.length, end - from)];
  if (startOffset >= endOffset) return undefined;
  return new StaticRange({ startContainer: text, startOffset, endContainer: text, endOffset });
}

/** True if the browser has CSS highlights. */
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
