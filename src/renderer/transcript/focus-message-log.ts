/** Focuses the conversation around an element that is about to be removed. */
export function focusMessageLog(element: HTMLElement): void {
  element.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
}
