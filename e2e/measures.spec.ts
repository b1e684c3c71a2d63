import { expect, type Page } from '@playwright/test';
import { cardsSheet, showFaces } from './states/screens/cards-sheet.ts';
import { screenMeasures } from './states/screens/screen-measures.ts';
import { stories } from './states/stories.ts';
import { button } from './support/chat.ts';
import { test } from './support/gallery.ts';
import { expectMeasures, type Measure } from './support/measures.ts';

test('every screen with measures is a state, at which they are taken', () => {
  const names = stories.flatMap(({ states }) => states.map(({ name }) => name));
  expect(names).toEqual(expect.arrayContaining(Object.keys(screenMeasures)));
});

test('the sheet of all cards has the measures of the design', async ({ openState }) => {
  const page = await openState(cardsSheet.query, { viewport: cardsSheet });
  await showFaces(page);
  await expectMeasures(sheetMeasures(page), 'the sheet of all cards');
});

/** The sheet of all cards, a page of the gallery. */
function sheetMeasures(page: Page): Measure[] {
  const card = (id: string) => page.locator(`[data-tool-call-id=${id}]`);
  const [first, several, review, permission] = ['countdown', 'several', 'review', 'permission'].map(card);
  if (!first || !several || !review || !permission) throw new Error('the sheet has lost a card');
  const face = (words: string, at: number) => button(page, words).nth(at);
  return [
    ['card', first, 'width', 640],
    ['card', first, 'radius', 12],
    ['head of a card', first.locator('header'), 'height', 44],
    ['its title', first.getByText('Claude has a question'), 'face', '14/22 600'],
    ['prompt', first.getByText('Where should drafts be kept?'), 'face', '15/22 600'],
    ['option', first.getByRole('radio', { name: 'SQLite', exact: true }), 'height', 40],
    ['option', several.getByRole('checkbox', { name: 'Windows', exact: true }), 'height', 40],
    ['foot of a card', first.locator('.card-foot-row'), 'height', 56],
    ['tab', review.getByRole('tab', { name: 'Place', exact: true }), 'height', 40],
    ['settled line', card('answered'), 'height', 40],
    ['settled line', card('denied'), 'height', 40],
    ['its words', card('answered').locator('header'), 'face', '13/20 400'],
    ['head of a file', card('edit').locator('.diff-head'), 'height', 40],
    ['line of code', card('edit').locator('.diff-row').first(), 'face', '12/20 400'],
    ['foot of a permission', permission.locator('.card-foot-row'), 'height', 56],
    ['primary button', button(permission, 'Allow once'), 'height', 32],
    ['primary button', button(permission, 'Allow once'), 'radius', 8],
    ['secondary button', button(permission, 'Deny'), 'face', '13/20 500'],
    ['button at rest', face('Refine', 0), 'height', 32],
    ['icon button', page.locator('[data-face=hover][aria-label=Copy]'), 'width', 32],
    ['round button', page.locator('[data-face=hover][aria-label=Send]'), 'width', 32],
    ['field', page.getByRole('textbox', { name: 'Reason', exact: true }), 'height', 32],
    ['composer', page.getByRole('textbox', { name: 'Message' }).first(), 'face', '14/22 400'],
  ];
}
