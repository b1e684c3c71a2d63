import { type CodeSpans, codeKinds } from './code-spans.ts';

/** Number of spans painted at a time, so that long code does not block. */
const slice = 1_500;

/** A text of the page that shows a piece of the code, from that place on. */
export type ShownCode = { text: Text; from: number };

/**
 * Colours code by the platform's highlights, so that nothing about the page's elements or sizes
 * changes. Its pieces stand in their order; no span reaches over the end of one. Returns how to take
 * the colours away again.
 */
export function paintCode(pieces: readonly ShownCode[], spans: CodeSpans): () => void {
  const painted: [Highlight, AbstractRange][] = [];
  const highlights = codeKinds.map(highlightOf);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let place = 0;

  function paintFrom(first: number): void {
    const end = Math.min(spans.length, first + slice * 3);
    for (let at = first; at < end; at += 3) {
      const [start = 0, stop = 0, kind = 0] = spans.subarray(at, at + 3);
      while ((pieces[place + 1]?.from ?? Infinity) <= start) place += 1;
      const [highlight, piece] = [highlights[kind], pieces[place]];
      const range = piece && rangeIn(piece, start, stop);
      if (highlight === undefined || range === undefined) continue;
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

function rangeIn({ text, from }: ShownCode, start: number, end: number): StaticRange | undefined {
  const [startOffset, endOffset] = [start - from, end - from];
  if (startOffset < 0 || endOffset > text.length) return undefined;
  return new StaticRange({ startContainer: text, startOffset, endContainer: text, endOffset });
}

/** True if this browser has such highlights. */
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
