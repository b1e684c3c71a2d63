import { type RefObject, use, useEffect, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';
import { type CodePainter, createCodePainter } from './highlight/code-painter.ts';
import { HighlighterContext } from './highlight/highlighter.ts';
import { type LanguageId, languageOf } from './highlight/languages.ts';
import { canPaint } from './highlight/paint-code.ts';
import { VisibleText } from './visible-text.tsx';

/** Colours the code inside an element, as far as it is known where. */
function useHighlight(
  element: RefObject<HTMLElement | null>,
  { code, unfinished }: Pick<CodeBlockProps, 'code' | 'unfinished'>,
  language: LanguageId | null,
): void {
  const highlighter = use(HighlighterContext);
  const painter = useRef<CodePainter>(null);
  useEffect(() => {
    if (highlighter === null || language === null || !canPaint()) return;
    const textOf = () => {
      const text = element.current?.querySelector('code')?.firstChild;
      return text instanceof Text ? text : null;
    };
    const created = createCodePainter(highlighter, language, textOf);
    painter.current = created;
    return () => {
      painter.current = null;
      created.end();
    };
  }, [highlighter, element, language]);
  useEffect(() => painter.current?.show(code, unfinished), [highlighter, language, code, unfinished]);
}

type CodeBlockProps = { code: string; said: string; unfinished: boolean; visible?: boolean };

/**
 * Code as it is, under the name of the language it was said to be; scrolls sideways, also by keyboard.
 * While it is unfinished, its whole lines have colours; where hidden characters are `visible` in it, nothing has.
 */
export function CodeBlock({ code, said, unfinished, visible = false }: CodeBlockProps) {
  const frame = useRef<HTMLPreElement>(null);
  const language = languageOf(said);
  useHighlight(frame, { code, unfinished }, language?.id ?? null);
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
