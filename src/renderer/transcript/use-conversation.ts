import { useEffect, useState } from 'react';
import { useParley } from '../parley-context.tsx';
import type { Parley } from '../state/parley.ts';
import { afterPaint } from '../ui/after-paint.ts';
import type { Conversation } from './conversation.tsx';

/** The component that shows a chat's messages: loading, loaded, or unavailable until the page is loaded again. */
export type LoadedConversation =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'ready'; Conversation: typeof Conversation };

/** Evaluates what shows a chat once the composer can be used; its bytes have come with the page. */
export function useConversation(): LoadedConversation {
  const parley = useParley();
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
  const failed = loaded.status === 'failed';
  useEffect(() => (failed ? loadAnewOnceMainIsBack(parley) : undefined), [failed, parley]);
  return loaded;
}

/**
 * Reloads the page once main is back, since a page never requests a failed script again. Only if nothing
 * is typed that could be lost, and only after a connection that was down: a script that fails for another
 * reason would fail again and again.
 */
function loadAnewOnceMainIsBack({ companion, store, view }: Parley): () => void {
  return companion.connection.subscribe((state, before) => {
    if (before !== 'reconnecting' || state !== 'open') return;
    const typed = Object.values(store.getState().composers).some((composer) => composer?.text !== '');
    if (!typed && view.getState().dialog === null) window.location.reload();
  });
}
