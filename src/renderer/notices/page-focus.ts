const held = 'parley-focus';

/** Holds a lock that all pages of this Parley can see for as long as this one has the focus. */
export function announceFocus(signal: AbortSignal): void {
  let release: (() => void) | null = null;

  function update(): void {
    if (!document.hasFocus()) {
      release?.();
      release = null;
      return;
    }
    if (release !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    release = resolve;
    navigator.locks.request(held, { mode: 'shared' }, () => promise).catch(() => undefined);
  }

  window.addEventListener('focus', update, { signal });
  window.addEventListener('blur', update, { signal });
  signal.addEventListener('abort', () => release?.());
  update();
}

/** Resolves to true if any page of this Parley in this browser has the focus. */
export async function isAnyPageFocused(): Promise<boolean> {
  if (document.hasFocus()) return true;
  const locks = await navigator.locks.query();
  return locks.held?.some(({ name }) => name === held) ?? false;
}
