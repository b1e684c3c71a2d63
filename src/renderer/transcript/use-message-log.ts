import { useEffect, useState } from 'react';
import { useParley } from '../parley-context.tsx';
import type { Parley } from '../state/parley.ts';
import { afterPaint } from '../ui/after-paint.ts';
import type { MessageLog } from './message-log.tsx';

/** The component that shows a chat's messages: loading, loaded, or unavailable until the page is loaded again. */
export type LoadedMessageLog =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'ready'; MessageLog: typeof MessageLog };

/** Evaluates what shows a chat once the composer can be used; its bytes have come with the page. */
export function useMessageLog(): LoadedMessageLog {
  const parley = useParley();
  const [loaded, setLoaded] = useState<LoadedMessageLog>({ status: 'loading' });
  useEffect(
    () =>
      afterPaint(() => {
        import('./message-log.tsx').then(
          (part) => setLoaded({ status: 'ready', MessageLog: part.MessageLog }),
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
