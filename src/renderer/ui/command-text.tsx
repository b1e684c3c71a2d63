import { CopyButton } from './copy-button.tsx';
import { VisibleText } from './visible-text.tsx';

/** A command for a terminal, to be copied; `name` says what it is. */
export function CommandText({ text, name }: { text: string; name: string }) {
  return (
    <div className="flex items-start gap-1 rounded-control bg-well py-1 ps-3 pe-1">
      <code dir="ltr" className="min-w-0 flex-1 py-1 font-mono text-code text-ink wrap-anywhere">
        <VisibleText text={text} layout="line" />
      </code>
      <CopyButton text={() => text} label={`Copy ${name}`} />
    </div>
  );
}
