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

/** Thrown in place of a card whose code could not be fetched. */
export class LostPart extends Error {}

/**
 * Returns a component whose code is loaded when it is first shown; shows nothing where that fails. For parts that
 * the window can do without.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(never) }));
}

/** Like `lazyPart` for a part that somebody may wait for: throws `LostPart` where its code can't be fetched. */
export function lazyCard<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      reportLostPart();
      throw new LostPart('The script of this card could not be fetched', { cause });
    }
  });
}

function never(): Promise<never> {
  reportLostPart();
  return new Promise(() => undefined);
}
