import { useEffect } from 'react';
import { useParley } from '../parley-context.tsx';
import { announceFocus } from './page-focus.ts';

/** After a time without connection, what was asked and what was answered meanwhile come together, in milliseconds. */
const pause = 250;

/** Tells the person outside the page when something starts to wait and when a turn ends. The desktop does that itself. */
export function useNotices(): void {
  const parley = useParley();
  useEffect(() => {
    const done = new AbortController();
    announceFocus(done.signal);
    const stop = parley.store.subscribe(({ notice }, before) => {
      if (notice === null || notice === before.notice) return;
      setTimeout(() => {
        void import('./consider-notice.ts')
          .then(({ consider }) => consider(parley, notice))
          .catch(() => undefined);
      }, pause);
    });
    return () => {
      done.abort();
      stop();
    };
  }, [parley]);
}
