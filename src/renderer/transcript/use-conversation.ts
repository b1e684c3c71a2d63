import { useEffect, useState } from 'react';
import { afterPaint } from '../ui/after-paint.ts';
import type { Conversation } from './conversation.tsx';

/** What shows the messages of a chat: not there yet, there, or not to be had before the page is loaded again. */
export type LoadedConversation =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'ready'; Conversation: typeof Conversation };

/** Evaluates what shows a chat once the composer can be used; its bytes have come with the page. */
export function useConversation(): LoadedConversation {
  const [loaded, setLoaded] = useState<LoadedConversation>({ status: 'loading' });
  useEffect(
    () =>
      afterPaint(() => {
        import('./conversation.tsx').then(
          (part) => setLoaded({ status: 'ready', Conversation: part.Conversation }),
          () => setLoaded({ status: 'failed' }),
        );
      }),
    [],
  );
  return loaded;
}
