import { type ComponentType, lazy } from 'react';

/** Called once, when the first part could not be fetched. */
let onLost: (() => void) | undefined;
let isLost = false;

/** Calls back when a part of the window could not be fetched, now or before. */
export function watchLostParts(run: () => void): void {
  onLost = run;
  if (isLost) run();
}

/**
 * Notes that a part could not be fetched. A page never requests a failed script again, so only a reload helps.
 */
export function reportLostPart(): void {
  if (isLost) return;
  isLost = true;
  onLost?.();
}

/** How many parts were loaded so far. */
let loaded = 0;
const loadedWatchers = new Set<() => void>();

export const loadedParts = (): number => loaded;

/** Calls back after each part that was loaded; returns a function that ends that. */
export function watchLoadedParts(run: () => void): () => void {
  loadedWatchers.add(run);
  return () => loadedWatchers.delete(run);
}

/** Thrown in place of a card whose code could not be fetched. */
export class LostPart extends Error {}

/**
 * Returns a component whose code is loaded when it is first shown; shows nothing where that fails. For parts that
 * the window can do without.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() => told(load().catch(never)));
}

/** Like `lazyPart` for a part that somebody may wait for: throws `LostPart` where its code can't be fetched. */
export function lazyCard<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    told(
      load().catch((cause: unknown) => {
        reportLostPart();
        throw new LostPart('The script of this card could not be fetched', { cause });
      }),
    ),
  );
}

/** Tells of a part once React, whose turn comes after this one's, has it. */
function told<Props>(loading: Promise<ComponentType<Props>>): Promise<{ default: ComponentType<Props> }> {
  const part = loading.then((loadedPart) => ({ default: loadedPart }));
  part.then(
    () => queueMicrotask(tell),
    () => undefined,
  );
  return part;
}

function tell(): void {
  loaded += 1;
  for (const run of loadedWatchers) run();
}

function never(): Promise<never> {
  reportLostPart();
  return new Promise(() => undefined);
}
