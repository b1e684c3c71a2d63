import { type RefObject, use, useEffect, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';
import { HighlighterContext } from './highlight/highlighter.ts';
import { type LanguageId, languageOf } from './highlight/languages.ts';
import { canPaint, paintCode } from './highlight/paint-code.ts';
import { VisibleText } from './visible-text.tsx';

/** Colours the code inside an element, once it is known where. */
function useHighlight(
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

type CodeBlockProps = { code: string; said: string; unfinished: boolean; visible?: boolean };

/**
 * Code as it is, under the name of the language it was said to be; scrolls sideways, also by keyboard.
 * It has no colours while it is unfinished,
 * nor where hidden characters are `visible` in it.
 */
export function CodeBlock({ code, said, unfinished, visible = false }: CodeBlockProps) {
  const frame = useRef<HTMLPreElement>(null);
  const language = languageOf(said);
  useHighlight(frame, code, unfinished ? null : (language?.id ?? null));
  return (
    <div className="code-frame" data-named={language === null ? undefined : ''} dir="ltr">
      {language !== null && (
        <p className="code-language">
          {visible ? <VisibleText text={language.name} layout="line" /> : language.name}
        </p>
      )}
      <pre
        ref={frame}
        tabIndex={0}
        role="group"
        aria-label={language === null ? 'Code' : `Code in ${language.name}`}
      >
        <code>{visible ? <VisibleText text={code} /> : code}</code>
      </pre>
      <div className="code-actions">
        <CopyButton label="Copy code" text={() => frame.current?.textContent ?? ''} />
      </div>
    </div>
  );
}
