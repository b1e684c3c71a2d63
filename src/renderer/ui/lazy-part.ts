import { type ComponentType, lazy } from 'react';

/** Milliseconds until a part that could not be fetched is tried again. */
const pause = 1_000;

/**
 * Returns a component whose code is loaded when it is first shown. Where the host is away, nothing is shown
 * until it is back: such a part is none that the window cannot do without.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await untilLoaded(load) }));
}

async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
