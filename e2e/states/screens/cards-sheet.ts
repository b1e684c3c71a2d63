import { expect, type Page } from '@playwright/test';

/** The sheet of all cards, buttons and controls, a page of the gallery. */
export const cardsSheet = { name: 'screen-cards', query: '?sheet=cards', width: 1440, height: 900 };

const forced = { hover: ['hover'], active: ['hover', 'active'], focus: ['focus', 'focus-visible'] } as const;

/** Waits for all that comes late, and gives the faces that a pointer or a key would give. */
export async function showFaces(page: Page): Promise<void> {
  await page.getByText('Answer: ').waitFor();
  await page.getByText('Claude reads this next', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Attach', exact: true }).last().waitFor();
  // Nothing is allowed before it was in sight, so what decides of a permission further down is not there yet.
  for (const permission of await page.getByRole('region', { name: /^Permission: / }).all()) {
    await permission.scrollIntoViewIfNeeded();
    await expect(permission.getByRole('button', { name: 'Show more', exact: true })).toHaveCount(0);
  }
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await page.getByRole('checkbox', { name: 'Windows', exact: true }).focus();
  await page.getByRole('radio', { name: 'JSON files', exact: true }).hover();
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  for (const [face, classes] of Object.entries(forced)) {
    const selector = `[data-face=${face}]`;
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
    for (const nodeId of nodeIds)
      await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...classes] });
  }
}

/** As high as the window has to be for all of it. */
export async function wholeHeight(page: Page): Promise<number> {
  return page.getByRole('main').evaluate((main) => main.scrollHeight);
}
