import { type RefObject, use, useEffect } from 'react';
import { HighlighterContext } from './highlighter.ts';
import type { LanguageId } from './languages.ts';
import { canPaint, paintCode } from './paint-code.ts';

/** Colours the code inside an element, once it is known where. */
export function useHighlight(
  element: RefObject<HTMLElement | null>,
  code: string,
  language: LanguageId | null,
): void {
  const highlighter = use(HighlighterContext);
  useEffect(() => {
    if (highlighter === null || language === null || !canPaint()) return;
    let undo = () => {};
    let gone = false;
    void highlighter.spansOf(code, language).then((spans) => {
      const text = element.current?.querySelector('code')?.firstChild;
      if (!gone && text instanceof Text && text.data === code) undo = paintCode([{ text, from: 0 }], spans);
    });
    return () => {
      gone = true;
      undo();
    };
  }, [highlighter, element, code, language]);
}
