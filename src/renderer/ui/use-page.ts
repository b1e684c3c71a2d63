import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useDecisionGuard } from './decision/deciding-controls.tsx';

type PageOptions = { onClose(): void; onLost(): void; keepsFocus?: boolean };

type PageAttributes = { ref: RefObject<HTMLDivElement | null>; tabIndex: -1; 'data-page': '' };

/**
 * Attributes of a page that covers everything else in its parent (see `main.css`); Escape calls `onClose`.
 * Focuses `data-first-focus`, and then what had the focus before; `onLost` is called if that is gone. With `keepsFocus` the
 * focus stays where it is. Controls under it decide nothing until they are visible again.
 */
export function usePage({ onClose, onLost, keepsFocus = false }: PageOptions): PageAttributes {
  const page = useRef<HTMLDivElement>(null);
  const guard = useDecisionGuard();
  const close = useEffectEvent(onClose);
  const lost = useEffectEvent(onLost);

  // In a layout effect: before the browser takes the focus from what is covered.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = page.current;
    const touch = matchMedia('(pointer: coarse)').matches;
    const first = touch ? null : element?.querySelector<HTMLElement>('[data-first-focus]');
    if (!keepsFocus) (first ?? element)?.focus({ preventScroll: true });
    const uncover = guard.cover();
    const ground = element?.parentElement;
    ground?.toggleAttribute('data-covered', true);
    return () => {
      uncover();
      ground?.removeAttribute('data-covered');
      const { activeElement } = document;
      if (keepsFocus) return;
      const inPage = activeElement === document.body || element?.contains(activeElement) === true;
      queueMicrotask(() => {
        if (!inPage || document.querySelector('[data-page]') !== null) return;
        if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
        if (document.activeElement === document.body) lost();
      });
    };
  }, [guard, keepsFocus]);

  useEffect(() => {
    const over = new AbortController();
    function onKeyDown(event: KeyboardEvent): void {
      const { key, target, isComposing, defaultPrevented } = event;
      if (key !== 'Escape' || isComposing || defaultPrevented || !(target instanceof Node)) return;
      if (target !== document.body && page.current?.contains(target) !== true) return;
      event.preventDefault();
      close();
    }
    document.addEventListener('keydown', onKeyDown, { signal: over.signal });
    return () => over.abort();
  }, []);

  return { ref: page, tabIndex: -1, 'data-page': '' };
}
