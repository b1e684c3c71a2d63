import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';

type CopyState = 'idle' | 'copied' | 'failed';

const shownFor = 2_000;

type CopyButtonProps = { text: () => string | Promise<string>; label?: string; icon?: ReactNode };

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, label = 'Copy', icon = <Copy aria-hidden /> }: CopyButtonProps) {
  const { state, copy } = useCopying();
  return (
    <>
      <CopyStatus state={state} />
      <IconButton
        label={label}
        onClick={() => void copy(text)}
        icon={state === 'copied' ? <Check aria-hidden /> : icon}
      />
    </>
  );
}

/** Says for a moment whether copying worked. */
export function CopyStatus({ state }: { state: CopyState }) {
  return (
    <span role="status" className="text-small text-secondary">
      {textFor(state)}
    </span>
  );
}

/** Copies texts; `state` is the result of the last copy, for a moment. */
export function useCopying() {
  const [state, setState] = useState<CopyState>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownFor);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy(text: () => string | Promise<string>) {
    try {
      const words = text();
      await navigator.clipboard.writeText(typeof words === 'string' ? words : await words);
      setState('copied');
    } catch {
      setState('failed');
    }
  }

  return { state, copy };
}

function textFor(state: CopyState): string {
  switch (state) {
    case 'idle':
      return '';
    case 'copied':
      return 'Copied';
    case 'failed':
      return 'Could not copy';
  }
}
