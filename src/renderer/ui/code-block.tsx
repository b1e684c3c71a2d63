import { type RefObject, use, useEffect, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';
import type { CodePainter } from './highlight/code-painter.ts';
import { HighlighterContext } from './highlight/highlighter.ts';
import { type LanguageId, languageOf } from './highlight/languages.ts';
import { LongText } from './long-text.tsx';
import { VisibleText } from './visible-text.tsx';

/** Colours the code in the element that gets the returned ref. */
function useHighlight(
  { code, unfinished }: Pick<CodeBlockProps, 'code' | 'unfinished'>,
  language: LanguageId | null,
): RefObject<HTMLPreElement | null> {
  const element = useRef<HTMLPreElement>(null);
  const highlighter = use(HighlighterContext);
  const painter = useRef<Promise<CodePainter>>(null);
  useEffect(() => {
    if (highlighter === null || language === null) return;
    const textOf = () => {
      const text = element.current?.querySelector('code')?.firstChild;
      return text instanceof Text ? text : null;
    };
    painter.current ??= import('./highlight/code-painter.ts').then(({ createCodePainter }) =>
      createCodePainter(highlighter, textOf),
    );
    painter.current.then((created) => created.show({ code, language, unfinished }), withoutColours);
  }, [highlighter, language, code, unfinished]);
  useEffect(
    () => () => {
      painter.current?.then((created) => created.end(), withoutColours);
      painter.current = null;
    },
    [],
  );
  return element;
}

/** Code stays readable where the painter could not be loaded. */
const withoutColours = () => undefined;

/** Longer code, in characters, is shown in pieces without colours. */
const longestColoured = 100_000;

function Readable({ code }: { code: string }) {
  return code.length > longestColoured ? <LongText text={code} /> : <VisibleText text={code} />;
}

type CodeBlockProps = { code: string; said: string; unfinished: boolean; visible?: boolean };

/**
 * A code block under the name of its language; scrolls sideways, also by keyboard. While it is `unfinished` only
 * whole lines are coloured; with hidden characters `visible` nothing is.
 */
export function CodeBlock({ code, said, unfinished, visible = false }: CodeBlockProps) {
  const language = languageOf(said);
  const frame = useHighlight({ code, unfinished }, language?.id ?? null);
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
        <code>{visible ? <Readable code={code} /> : code}</code>
      </pre>
      <div className="code-actions">
        <CopyButton label="Copy code" text={() => frame.current?.textContent ?? ''} />
      </div>
    </div>
  );
}
