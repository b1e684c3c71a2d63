import { useEffect, useState } from 'react';
import { useParley } from '../parley-context.tsx';
import type { Parley } from '../state/parley.ts';
import { afterPaint } from '../ui/after-paint.ts';
import type { Conversation } from './conversation.tsx';

/** What shows the messages of a chat: not there yet, there, or not to be had before the page is loaded again. */
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
 * A script that did not come because main had ended is not asked for again by the page it belongs to.
 * Where nothing is typed that could be lost, the page is loaded anew by itself. It is only after a
 * connection that was down: a script that fails for another reason would fail again and again.
 */
function loadAnewOnceMainIsBack({ companion, store, view }: Parley): () => void {
  return companion.connection.subscribe((state, before) => {
    if (before !== 'reconnecting' || state !== 'open') return;
    const typed = Object.values(store.getState().composers).some((composer) => composer?.text !== '');
    if (!typed && view.getState().dialog === null) window.location.reload();
  });
}
