import { foundIn } from '../../../shared/find/fold-text.ts';

/** Elements that stand within a line; all others end a word. */
const inline = new Set(['A', 'B', 'CODE', 'DEL', 'EM', 'I', 'SPAN', 'STRONG']);

/** Where a folded text is shown within an element. */
export function rangesIn(element: Element, folded: string): Range[] {
  const pieces: { node: Text; from: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, from: text.length });
      text += node.data;
    } else if (!inline.has(node.nodeName)) text += ' ';
  }
  return foundIn(text, folded).flatMap(([start, end]) => {
    const [first, last] = [pieceAt(pieces, start), pieceAt(pieces, end - 1)];
    if (first === undefined || last === undefined) return [];
    const range = document.createRange();
    range.setStart(first.node, Math.min(first.node.length, start - first.from));
    range.setEnd(last.node, Math.min(last.node.length, end - last.from));
    return [range];
  });
}

function pieceAt(pieces: readonly { node: Text; from: number }[], at: number) {
  return pieces.findLast(({ from }) => from <= at);
}
