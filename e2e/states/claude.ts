import { expect } from '@playwright/test';
import { button, cards, conversation, send, waitingCard } from '../support/chat.ts';
import { answer, ask, question, say } from '../support/provider.ts';
import type { AppStory } from './state.ts';
import { agentDone } from './steps.ts';

const licence = question(
  'Which licence should the package carry?',
  'Licence',
  'MIT',
  'Apache 2.0',
  'None yet',
);
const name = question('May the package be renamed?', 'Name', 'Yes', 'No');

export const claude: AppStory = {
  name: 'A model at work',
  agent: 'claude',
  states: [
    {
      name: 'streaming',
      title: 'An answer on its way',
      async reach({ page, provider }) {
        const text =
          'The parser reads one line at a time. I would begin with **the tokens**, since everything else';
        provider.reply({ type: 'hang', blocks: [{ type: 'text', text }] });
        await send(page, 'Where would you begin?');
        await expect(conversation(page)).toContainText('everything else');
      },
    },
    {
      name: 'stopped-turn',
      title: 'A stopped turn',
      async reach({ page }) {
        await button(page, 'Stop').click();
        await expect(button(page, 'Resume')).toBeVisible();
      },
    },
    {
      name: 'one-question',
      title: 'One question',
      async reach({ page, provider }) {
        provider.reply(answer(ask('one', { questions: [licence] })));
        await send(page, 'Prepare the package for a release');
        await waitingCard(page);
      },
    },
    {
      name: 'several-cards',
      title: 'Several cards at once',
      sameNames: true,
      async reach({ page, provider }) {
        provider.reply(answer(ask('two', { questions: [licence] }), ask('three', { questions: [name] })));
        await button(page, 'Stop').click();
        await agentDone(page);
        await send(page, 'Ask me everything at once');
        await expect(cards(page)).toHaveCount(3);
        await waitingCard(page);
      },
    },
    {
      name: 'refused-question',
      title: 'A question that could not be shown',
      sameNames: true,
      async reach({ page, provider }) {
        await button(page, 'Stop').click();
        await agentDone(page);
        provider.reply(answer(ask('four', { questions: [] })), say('Then I go on without it.'));
        await send(page, 'Go on');
        await expect(conversation(page)).toContainText('Then I go on without it.');
        await conversation(page).getByText('What the agent sent', { exact: true }).click();
      },
    },
    {
      name: 'failing-provider',
      title: 'A key that is not accepted',
      sameNames: true,
      async reach({ page, provider }) {
        provider.reply({ type: 'status', status: 401, error: 'authentication_error' });
        await send(page, 'And the tests?');
        await expect(page.getByText('does not accept the key')).toBeVisible();
      },
    },
    {
      name: 'retry-countdown',
      title: 'Waiting for an overloaded provider',
      sameNames: true,
      async reach({ page, provider }) {
        await page.clock.setFixedTime(0);
        provider.reply({
          type: 'status',
          status: 529,
          error: 'overloaded_error',
          headers: { 'retry-after': '30' },
        });
        await button(page, 'Retry').click();
        await expect(page.getByText('Retrying in 30 s').first()).toBeVisible();
      },
    },
  ],
};

export const longAnswers: AppStory = {
  name: 'Long answers',
  agent: 'claude',
  states: [
    {
      name: 'code-and-tables',
      title: 'Long code and a wide table',
      async reach({ page, provider }) {
        provider.reply(say(longText));
        await send(page, 'Show me the parser');
        await agentDone(page);
        await page.waitForFunction(() => CSS.highlights.size > 0);
      },
    },
    {
      name: 'long-words',
      title: 'Long words, and text from right to left',
      async reach({ page, provider }) {
        provider.reply(say(longWords));
        await send(page, 'والآن بالعربية، مع parse() في الوسط');
        await agentDone(page);
      },
    },
  ],
};

/** An answer with code and a table that are wider than a window. */
const longText = `The parser is one loop:

\`\`\`js
export function parse(text, { onToken = () => {}, strict = false, maximumDepth = 64, source = 'standard input' } = {}) {
  const tokens = tokenize(text).filter((token) => token.type !== 'space' && token.type !== 'comment');
  return tokens.reduce((tree, token) => onToken(token) ?? grow(tree, token, strict), root(source));
}
\`\`\`

| option | what it does | default | since | what happens without it |
| --- | --- | --- | ---: | --- |
| \`onToken\` | is called with every token before it is used | nothing | 1.0 | the tree grows by itself |
| \`strict\` | ends at the first token that does not fit | \`false\` | 1.2 | it is skipped and noted |
| \`maximumDepth\` | how deep brackets may nest | 64 | 2.0 | a very deep text ends the process |

1. Read a token.
2. Grow the tree.
   - [x] brackets
   - [ ] quotes

> What is not in the tree was not in the text.`;

/** An answer with words that nothing can break well, in two directions. */
const longWords = `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft and
https://example.org/${'a-very-long-path/'.repeat(12)} and \`${'unbroken_identifier_'.repeat(8)}\`.

المحلل يقرأ سطرا واحدا في كل مرة، ثم يستدعي \`parse()\` ويعيد الشجرة.

שלום לכולם, זהו טקסט מימין לשמאל.`;
