import { type RefObject, use, useEffect } from 'react';
import { HighlighterContext } from '../../../ui/highlight/highlighter.ts';
import { languageOfFile } from '../../../ui/highlight/languages.ts';
import { canPaint, paintCode, type ShownCode } from '../../../ui/highlight/paint-code.ts';
import type { DiffLine } from './diff-lines.ts';
import type { DiffSide } from './diff-views.tsx';
import type { ShownHunk } from './shown-hunks.ts';

/** A diff as it stands on the page; with another `layout` its lines are other elements. */
type ShownDiff = { hunks: readonly ShownHunk[]; layout: string };

/**
 * Colours the lines of a diff inside an element, each side as the code it is. They are found off the
 * page's thread, and nobody needs them to read the lines.
 */
export function useDiffColours(element: RefObject<HTMLElement | null>, path: string, shown: ShownDiff): void {
  const highlighter = use(HighlighterContext);
  useEffect(() => {
    const language = languageOfFile(path);
    if (highlighter === null || language === null || !canPaint()) return;
    const { hunks } = shown;
    const undo: (() => void)[] = [];
    let gone = false;
    for (const side of ['old', 'new'] as const) {
      const { code, starts } = codeOf(hunks.flat(), side);
      void highlighter.spansOf(code, language).then((spans) => {
        if (!gone && element.current !== null)
          undo.push(paintCode(piecesIn(element.current, side, starts), spans));
      });
    }
    return () => {
      gone = true;
      for (const away of undo) away();
    };
  }, [highlighter, element, path, shown]);
}

/** One side's code, and where each of the diff's lines begins in it. */
function codeOf(lines: readonly DiffLine[], side: DiffSide): { code: string; starts: Map<number, number> } {
  const starts = new Map<number, number>();
  const other = side === 'old' ? 'added' : 'removed';
  let code = '';
  for (const [index, { kind, text }] of lines.entries()) {
    if (kind === 'remark' || kind === other) continue;
    starts.set(index, code.length);
    code += `${text.replace(/\r$/, '')}\n`;
  }
  return { code, starts };
}

/** The texts of one side's lines; a line with marked words has several. */
function piecesIn(element: HTMLElement, side: DiffSide, starts: ReadonlyMap<number, number>): ShownCode[] {
  return [...element.querySelectorAll<HTMLElement>(`[data-line$=" ${side}"]`)].flatMap((line) => {
    let from = starts.get(Number.parseInt(line.dataset['line'] ?? '', 10));
    const texts = [...line.childNodes].flatMap((node) => {
      const text = node instanceof Text ? node : node.firstChild;
      return text instanceof Text ? [text] : [];
    });
    return texts.flatMap((text) => {
      if (from === undefined) return [];
      const piece = { text, from };
      from += text.length;
      return [piece];
    });
  });
}
