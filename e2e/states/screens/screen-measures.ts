import type { Locator, Page } from '@playwright/test';
import { button, cards, chatRows, composer, conversation, listSection } from '../../support/chat.ts';
import { decisions } from '../../support/pages.ts';
import type { Measure } from '../../support/measures.ts';

/** The screens of the design and their numbers, each in the state of that name. */
export const screenMeasures: Readonly<Record<string, (page: Page) => Measure[]>> = {
  'screen-question': (page) => {
    const card = cards(page);
    const option = (name: string) => card.getByRole('radio', { name, exact: true });
    const foot = card.locator('.card-foot-row');
    return [
      ...frame(page),
      ['row of the list', chatRows(page).filter({ hasText: 'Write the README' }), 'height', 32],
      ['row that waits', chatRows(page).filter({ hasText: 'Retry failed uploads' }), 'height', 48],
      ['words of a row', chatRows(page).filter({ hasText: 'Write the README' }), 'face', '13/20 400'],
      ['title that waits', chatRows(page).getByText('Retry failed uploads'), 'face', '13/20 500'],
      ['its second line', chatRows(page).getByText('Claude Code has a question'), 'face', '12/16 400'],
      ['label of a section', listSection(page, 'Needs you').getByRole('heading'), 'height', 28],
      ['folder', button(listSection(page, 'tiny-parser'), 'tiny-parser'), 'height', 28],
      ['own message', ownMessage(page), 'radius', 18],
      ['card', card, 'width', 736],
      ['card', card, 'radius', 12],
      ['head of a card', card.getByRole('banner').or(card.locator('header')).first(), 'height', 44],
      ['its title', card.getByText('Claude has a few questions'), 'face', '14/22 600'],
      ['its state', card.getByText('Needs you'), 'face', '12/16 500'],
      ['tab', card.getByRole('tab', { name: 'Errors', exact: true }), 'height', 40],
      ['prompt', card.getByText('mean inside a quoted value?'), 'face', '15/22 600'],
      ['option', option('Refuse the line'), 'height', 40],
      ['option', option('Other: write your own answer'), 'height', 40],
      ['label of an option', card.getByText('Refuse the line', { exact: true }), 'face', '14/22 500'],
      ['description', card.getByText('An error with its line and column'), 'face', '13/20 400'],
      ['note', page.getByRole('textbox', { name: 'Note', exact: true }), 'height', 36],
      ['foot of a card', foot, 'height', 56],
      ['secondary button', button(foot, 'Back'), 'height', 32],
      ['primary button', button(foot, 'Next'), 'radius', 8],
      ['primary button', button(foot, 'Next'), 'face', '13/20 500'],
      ['composer', composerFrame(page), 'radius', 18],
      ['message', composer(page), 'face', '14/22 400'],
      ['round button', button(page, 'Stop'), 'width', 32],
    ];
  },
  'screen-plan': (page) => {
    const pane = page.getByRole('region', { name: 'Plan', exact: true });
    return [
      ...frame(page),
      ['pane', pane, 'width', 720],
      ['head of the pane', pane.locator('header'), 'height', 48],
      ['title of a plan', pane.getByText('Comments in config files', { exact: true }), 'face', '20/28 600'],
      ['body of a plan', pane.getByText('Files without comments parse'), 'face', '15/25 400'],
      ['heading of a plan', pane.getByRole('heading', { name: 'Steps', exact: true }), 'face', '16/24 600'],
      ['foot of the pane', pane.locator('footer'), 'height', 60],
    ];
  },
  'screen-edit': (page) => {
    const pane = page.getByRole('region', { name: '3 files to review', exact: true });
    const applied = page.locator('[data-tool-call-id][data-state=settled]');
    return [
      ...frame(page),
      ['settled card', applied, 'height', 40],
      ['words of a settled card', applied.locator('header'), 'face', '13/20 400'],
      ['pane', pane, 'width', 720],
      ['head of the pane', pane.locator('header'), 'height', 48],
      [
        'row of a file',
        pane.getByRole('list', { name: 'Files', exact: true }).getByRole('button').first(),
        'height',
        32,
      ],
      ['head of a file', pane.locator('.diff-head').first(), 'height', 40],
      ['line of code', pane.locator('.diff-row').first(), 'height', 20],
      ['line of code', pane.locator('.diff-row').first(), 'face', '12/20 400'],
      [
        'head of a change',
        pane.getByText('Change 1 of 2').first().locator('xpath=ancestor::*[.//button][1]'),
        'height',
        32,
      ],
      ['folded lines', pane.getByRole('button', { name: /^Show \d+ unchanged/ }).first(), 'height', 32],
      ['foot of the pane', pane.locator('footer'), 'height', 60],
    ];
  },
  'screen-decisions': (page) => [
    [
      'title of a page',
      page.getByRole('heading', { name: 'Decisions', exact: true, level: 1 }),
      'face',
      '20/28 600',
    ],
    ['decision', decisions(page).getByRole('listitem').first(), 'height', 60],
    ['answer', decisions(page).getByText('Part of the value'), 'face', '14/22 500'],
    ['question', decisions(page).getByText('What should # mean'), 'face', '13/20 400'],
  ],
  'screen-settings': (page) => [
    ['parts', page.getByRole('navigation', { name: 'Settings', exact: true }), 'width', 264],
    ['part', button(page.getByRole('navigation', { name: 'Settings', exact: true }), 'Models'), 'height', 32],
    [
      'part',
      button(page.getByRole('navigation', { name: 'Settings', exact: true }), 'Models'),
      'face',
      '13/20 400',
    ],
    ['title of a page', page.getByRole('heading', { name: 'Models', exact: true }), 'face', '20/28 600'],
    ['settings', page.getByRole('main').getByRole('list').first(), 'width', 664],
    ['settings', page.getByRole('main').getByRole('list').first(), 'radius', 12],
    ['row', page.getByRole('listitem').filter({ hasText: 'Gemini' }), 'height', 46],
    ['name of a setting', page.getByText('Start with'), 'face', '14/22 500'],
  ],
  'screen-first-run': (page) => [
    ['column', page.getByRole('heading', { name: 'Choose a folder to work in' }).locator('..'), 'width', 560],
    [
      'title of a page',
      page.getByRole('heading', { name: 'Choose a folder to work in' }),
      'face',
      '20/28 600',
    ],
    ['primary button of a page', button(page, 'Open a folder'), 'height', 40],
    ['recent folder', page.getByRole('listitem').first(), 'height', 44],
  ],
  'screen-narrow': (page) => {
    const card = cards(page);
    const foot = card.locator('.card-foot-row');
    return [
      ['head', title(page).locator('xpath=ancestor::header'), 'height', 52],
      ['card', card, 'left', 12],
      ['head of a card', card.locator('header'), 'height', 44],
      ['tab', card.getByRole('tab', { name: 'Errors', exact: true }), 'height', 44],
      [
        'option',
        card.getByRole('radio', { name: 'Other: write your own answer', exact: true }),
        'height',
        44,
      ],
      ['foot of a card', foot, 'height', 66],
      ['button', button(foot, 'Back'), 'height', 44],
      ['button', button(foot, 'Next'), 'face', '14/22 500'],
      ['drawer', button(page, 'Show sidebar'), 'width', 44],
      ['round button', button(page, 'Stop'), 'width', 44],
    ];
  },
};

function frame(page: Page): Measure[] {
  return [
    ['conversation', conversation(page), 'left', 264],
    ['head of the list', button(page, 'Hide sidebar').locator('..'), 'height', 48],
    ['head of the chat', title(page).locator('xpath=ancestor::header'), 'height', 48],
    ['title of the chat', title(page), 'face', '14/22 600'],
    ['way in the list', button(page, 'Search'), 'height', 32],
  ];
}

function title(page: Page): Locator {
  return page.getByRole('heading', { name: 'Comments in config files', level: 1, exact: true });
}

function ownMessage(page: Page): Locator {
  return conversation(page).getByText('Config files should be able').locator('..');
}

function composerFrame(page: Page): Locator {
  return composer(page).locator('xpath=ancestor::*[contains(@class, "border")]');
}
