/** Starts fetching the code that shows a chat, which the page names, see scripts/build-page.ts. */
export function fetchChatCode(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=soon]')) link.rel = 'modulepreload';
}
