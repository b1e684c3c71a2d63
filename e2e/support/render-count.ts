import type { Page } from 'playwright';

/** A component in React's tree, as React's tools see it; `flags` has the bit 1 where it was just rendered. */
type Fiber = {
  tag: number;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
};

/** React's numbers for functions, for classes, and for both in `memo` or `forwardRef`. */
const components = [0, 1, 11, 14, 15];

/**
 * Counts, from the next load of the page on, how many components each of React's commits renders. It looks where
 * React's own tools look, so it works in a production build too.
 */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript((tags: number[]) => {
    const commits: number[] = [];
    const rendersIn = (fiber: Fiber): number => {
      const { alternate } = fiber;
      const isNew = alternate === null;
      let renders = tags.includes(fiber.tag) && (isNew || (fiber.flags & 1) !== 0) ? 1 : 0;
      if (!isNew && alternate.child === fiber.child) return renders;
      for (let child = fiber.child; child !== null; child = child.sibling) renders += rendersIn(child);
      return renders;
    };
    Object.assign(window, {
      commits,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        checkDCE: () => undefined,
        onCommitFiberUnmount: () => undefined,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => commits.push(rendersIn(root.current)),
      },
    });
  }, components);
}

/** How many components each commit rendered since the last time this was asked. */
export async function rendersSince(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const commits: unknown = Object.getOwnPropertyDescriptor(window, 'commits')?.value;
    return Array.isArray(commits) ? commits.splice(0).map(Number) : [];
  });
}
