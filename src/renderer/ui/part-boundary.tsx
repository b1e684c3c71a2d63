// oxlint-disable-next-line eslint/no-restricted-imports -- what all others use instead
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { loadedParts, watchLoadedParts } from './lazy-part.ts';

type PartBoundaryProps = { fallback?: ReactNode; children: ReactNode };

/**
 * React's Suspense around lazy parts. By itself React leaves a fallback standing for 300 ms, though the part is there;
 * rendered again by a change of state, as here with each part that was loaded, the part shows at once.
 */
export function PartBoundary({ fallback = null, children }: PartBoundaryProps) {
  useSyncExternalStore(watchLoadedParts, loadedParts, loadedParts);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
