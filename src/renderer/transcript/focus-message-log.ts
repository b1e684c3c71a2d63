/** Gives the focus to the conversation around an element that is about to go. */
export function focusMessageLog(element: HTMLElement): void {
  element.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
}
