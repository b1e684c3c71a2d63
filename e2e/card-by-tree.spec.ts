import { expect, type Page } from '@playwright/test';
import { openSettled, send, untilArmed, untilIdle } from './support/chat.ts';
import { answer, ask, question, say, test } from './support/provider.ts';

const questions = [
  question('Where should the cache live?', 'Cache', 'SQLite', 'JSON files'),
  { ...question('Which parts change?', 'Parts', 'Lexer', 'Parser'), multiSelect: true },
  question('Who reviews it?', 'Review by', 'Ada', 'Grace'),
  question('When is it due?', 'Due', 'This week', 'Next week'),
];

const asked = `
  - tablist "Questions":
    - tab "Cache" [selected]
    - tab "Parts"
    - tab "Review by"
    - tab "Due"
    - tab "Review"
  - tabpanel "Cache":
    - paragraph: Where should the cache live?
    - paragraph: Choose one
    - radiogroup "Where should the cache live?":
      - radio "SQLite"
      - radio "JSON files"
      - 'radio "Other: write your own answer"'
    - button "Add a note"
  - button "Dismiss"
  - button "Keys"
  - button "Next"
`;

const ended = `
  - list:
    - listitem "Where should the cache live?":
      - text: Cache
      - paragraph: JSON files
      - paragraph: About JSON files
      - paragraph: Where should the cache live?
    - listitem "Which parts change?"
    - listitem "Who reviews it?"
    - listitem "When is it due?"
`;

/** The card as the accessibility tree has it. */
const card = (page: Page) => page.getByRole('region', { name: /^Questions from \S/ });

const role = (page: Page, kind: Parameters<Page['getByRole']>[0], name: string) =>
  card(page).getByRole(kind, { name, exact: true });

test('roles, names, states and announcements are enough to answer four questions', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('call-1', { questions })), say('Thanks.'));
  await send(page, 'Go');
  await expect(page.getByRole('status').filter({ hasText: 'Awaiting your input…' })).toBeVisible();
  await expect(card(page)).toMatchAriaSnapshot(asked);
  await expect(role(page, 'radio', 'SQLite')).toHaveAccessibleDescription('About SQLite');
  await expect(role(page, 'radio', 'Other: write your own answer')).toHaveAccessibleDescription('');
  await role(page, 'radio', 'SQLite').click();

  await expect(role(page, 'tab', 'Cache')).toHaveAccessibleDescription('answered');
  await expect(role(page, 'tab', 'Parts')).toHaveAttribute('aria-selected', 'true');
  await expect(role(page, 'group', 'Which parts change?')).toHaveAccessibleDescription('Choose any');
  await role(page, 'checkbox', 'Parser').click();
  await role(page, 'checkbox', 'Other: write your own answer').click();
  await role(page, 'textbox', 'Other answer').fill('The benchmark');
  await expect(role(page, 'checkbox', 'Parser')).toBeChecked();
  await expect(role(page, 'checkbox', 'Other: write your own answer')).toBeChecked();
  await role(page, 'button', 'Next').click();

  await role(page, 'button', 'Add a note').click();
  await role(page, 'textbox', 'Note').fill('Both, if there is time');
  await role(page, 'radio', 'Grace').click();
  await role(page, 'button', 'Next').click();

  await expect(card(page)).toContainText('3 of 4 answered');
  await expect(card(page)).toContainText('1 question is not answered');
  await card(page).getByRole('button', { name: 'Due When is it due? Skipped' }).click();
  await role(page, 'radio', 'Next week').click();
  await card(page)
    .getByRole('button', { name: /^Cache Where should the cache live\? SQLite$/ })
    .click();
  await expect(role(page, 'radio', 'SQLite')).toBeChecked();
  await role(page, 'radio', 'JSON files').click();
  await expect(role(page, 'radio', 'SQLite')).not.toBeChecked();
  await role(page, 'tab', 'Review').click();
  await untilArmed(card(page));
  await role(page, 'button', 'Submit answers').click();

  await untilIdle(page);
  await expect(card(page)).toContainText('Answered: JSON files, Parser, The benchmark, Grace, Next week');
  await openSettled(card(page));
  await expect(card(page)).toMatchAriaSnapshot(ended);
  await expect(card(page).getByRole('listitem').nth(1)).toContainText('The benchmark');
  await expect(card(page).getByRole('listitem').nth(2)).toContainText('Note: Both, if there is time');
  await expect(card(page)).toContainText('Answered by you on this card');
});
