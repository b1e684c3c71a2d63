// oxlint-disable-next-line eslint/no-restricted-imports -- what all others use instead
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { loadedParts, watchLoadedParts } from './lazy-part.ts';

type PartBoundaryProps = { fallback?: ReactNode; children: ReactNode };

/**
 * React's Suspense around lazy parts, without its pause: what follows a fallback of its own accord shows 300 ms after
 * that at the earliest, so that nothing flickers; what a change of state renders again shows at once.
 */
export function PartBoundary({ fallback = null, children }: PartBoundaryProps) {
  useSyncExternalStore(watchLoadedParts, loadedParts, loadedParts);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
