import { type ComponentProps, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';

/** Code as it is; scrolls sideways, also by keyboard. */
export function CodeBlock({ children }: ComponentProps<'pre'>) {
  const code = useRef<HTMLPreElement>(null);
  return (
    <div className="code-frame" dir="ltr">
      <pre ref={code} tabIndex={0} role="group" aria-label="Code">
        {children}
      </pre>
      <div className="code-actions">
        <CopyButton label="Copy code" text={() => code.current?.textContent ?? ''} />
      </div>
    </div>
  );
}
