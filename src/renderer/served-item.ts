import type { AppItem } from './companion.ts';

/** The first item of the app's feed as the host wrote it into the page; undefined where it did not. */
export function takeServedItem(): AppItem | undefined {
  const element = document.querySelector('script[type="application/json"]');
  if (element === null) return undefined;
  element.remove();
  const item: unknown = JSON.parse(element.textContent ?? '');
  return isAppItem(item) ? item : undefined;
}

/** The page and what is in it come from one host, which has checked it. */
function isAppItem(item: unknown): item is AppItem {
  return typeof item === 'object' && item !== null && 'type' in item && item.type === 'snapshot';
}
