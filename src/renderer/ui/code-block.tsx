import { type ComponentProps, isValidElement, type ReactNode, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';
import { languageOf } from './highlight/languages.ts';
import { useHighlight } from './highlight/use-highlight.ts';

/** Code as it is, under the name of its language; scrolls sideways, also by keyboard. */
export function CodeBlock({ children }: ComponentProps<'pre'>) {
  const frame = useRef<HTMLPreElement>(null);
  const { code, said } = readCode(children);
  const language = languageOf(said);
  useHighlight(frame, code, language?.id ?? null);
  return (
    <div className="code-frame" data-named={language === null ? undefined : ''} dir="ltr">
      {language !== null && <p className="code-language">{language.name}</p>}
      <pre
        ref={frame}
        tabIndex={0}
        role="group"
        aria-label={language === null ? 'Code' : `Code in ${language.name}`}
      >
        {children}
      </pre>
      <div className="code-actions">
        <CopyButton label="Copy code" text={() => frame.current?.textContent ?? ''} />
      </div>
    </div>
  );
}

/** The text of a `code` element, and the language its class names. */
function readCode(children: ReactNode): { code: string; said: string } {
  if (!isValidElement<ComponentProps<'code'>>(children)) return { code: '', said: '' };
  const { children: code, className = '' } = children.props;
  const said = /(?:^|\s)language-(\S+)/.exec(className)?.[1] ?? '';
  return { code: typeof code === 'string' ? code : '', said };
}
