import { settled } from '../fixtures/sample-asks.ts';
import { command, idOf, permissionOf, rule } from '../fixtures/sample-permissions.ts';
import { planOf } from '../fixtures/sample-plans.ts';
import { actionOf, applied, discarded, ended } from '../fixtures/sample-previews.ts';
import { fileOf } from '../fixtures/sample-files.ts';
import { permissionCard, planCard, previewCard, questionCard } from '../gallery-state.ts';
import { type Figure, settledAt } from './figure.ts';
import { asks, drafts, threeAnswers } from './sheet-questions.ts';

const threeFiles = ['routes', 'links', 'router'].map((name, index) =>
  fileOf(
    `src/${name}.ts`,
    index === 2 ? null : Array.from({ length: 3 - index }, (_, at) => `old ${at}\n`).join(''),
    Array.from({ length: 8 }, (_, at) => `new ${at}\n`).join(''),
  ),
);

const npmTest = { ...rule(['npm', 'test'], true), id: idOf('rule') };

/** One line each. */
export const settledLines: Figure = {
  about: 'Settled, one line each: the answer first',
  cards: [
    questionCard('answered', threeAnswers),
    questionCard(
      'replied',
      asks([drafts], { settlement: settled({ type: 'replied', text: 'Neither.' }, 'chat') }),
    ),
    questionCard('dismissed', asks([drafts]), {
      phase: { type: 'undoable', call: 'dismiss' },
      undoableUntil: Date.now() + 4_500,
    }),
    previewCard('applied', actionOf(threeFiles, ended(applied()))),
    previewCard(
      'discarded',
      actionOf(threeFiles, ended(discarded({ userWords: 'Rename the exports. Too much for one step' }))),
    ),
    previewCard(
      'replaced',
      actionOf([fileOf('src/tokenize.ts', 'old\n', 'new\n')], ended({ type: 'superseded', at: settledAt })),
    ),
    previewCard('undone', actionOf(threeFiles, ended(applied({ undone: true })))),
    planCard('approved', { ...planOf('Comments in config files', '## Steps\n'), ...ended(applied()) }),
    permissionCard(
      'allowed',
      permissionOf(command('npm test'), {
        result: { exitCode: 0, durationMs: 3_100 },
        settlement: {
          at: settledAt,
          verdict: { type: 'allowed', by: { type: 'rule', ruleId: npmTest.id }, argv: ['npm', 'test'] },
          rule: npmTest,
        },
      }),
      {},
      true,
    ),
    permissionCard(
      'denied',
      permissionOf(command('git push --force'), {
        settlement: {
          at: settledAt,
          verdict: { type: 'denied', by: { type: 'person' }, reason: 'Open a pull request instead' },
        },
      }),
    ),
  ],
};
