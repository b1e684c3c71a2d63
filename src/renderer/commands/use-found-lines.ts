import { useEffect, useState } from 'react';
import type { FoundLines } from '../../shared/transcript/found-places.ts';
import { useParley } from '../parley-context.tsx';

/** Longest pause between two typed letters, in milliseconds. */
const typingPause = 120;

/** The lines of messages with these words; none while they are looked for, or could not be. */
export function useFoundLines(sought: string): FoundLines['lines'] {
  const { companion } = useParley();
  const [found, setFound] = useState<{ sought: string; lines: FoundLines['lines'] } | null>(null);
  useEffect(() => {
    if (sought.trim().length < 2) return;
    const over = new AbortController();
    const look = () =>
      companion.client.app.findLines({ text: sought }, { signal: over.signal }).then(
        ({ lines }) => !over.signal.aborted && setFound({ sought, lines }),
        () => undefined,
      );
    const timer = setTimeout(() => void look(), typingPause);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [companion, sought]);
  return found?.sought === sought ? found.lines : [];
}
