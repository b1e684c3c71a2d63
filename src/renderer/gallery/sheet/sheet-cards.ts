import type { Ask } from '../../../shared/transcript/transcript.ts';
import type { OutputLine } from '../../../shared/transcript/command-run.ts';
import type { Question } from '../../../shared/questions/question.ts';
import { answered, askOf, entered, picked, repliesOf, settled, skipped } from '../fixtures/sample-asks.ts';
import { choices, command, idOf, permissionOf, rule } from '../fixtures/sample-permissions.ts';
import { planOf, sentBack } from '../fixtures/sample-plans.ts';
import { actionOf, applied, discarded, ended, fileOf, pending } from '../fixtures/sample-previews.ts';
import {
  commandCard,
  type GalleryCard,
  permissionCard,
  planCard,
  previewCard,
  questionCard,
} from '../gallery-state.ts';

/** Cards with what they show, as the sheet says it. */
export type Figure = { about: string; cards: readonly GalleryCard[] };

const choice = { kind: 'choice' as const, multiple: false };

const drafts: Question = {
  ...choice,
  id: 'storage',
  header: 'Storage',
  prompt: 'Where should drafts be kept?',
  recommended: 0,
  options: [
    { label: 'SQLite', description: 'One file, survives a crash, needs a native module' },
    { label: 'JSON files', description: 'Nothing to install; rewrites the whole file each time' },
  ],
};

const targets: Question = {
  ...choice,
  id: 'targets',
  header: 'Targets',
  prompt: 'Which systems should the build run on?',
  multiple: true,
  options: [
    { label: 'Linux', description: 'Node 24 on Ubuntu 24.04' },
    { label: 'macOS', description: 'Apple silicon; slower to start' },
    { label: 'Windows', description: 'Finds mistakes in paths early' },
  ],
};

const named = (header: string, ...labels: string[]): Question => ({
  ...choice,
  id: header,
  header,
  prompt: `What about ${header.toLowerCase()}?`,
  options: labels.map((label) => ({ label })),
});

const three = [
  named('Place', 'After a value too', 'On a line of its own'),
  named('Quotes', 'Part of the value', 'Starts a comment'),
  named('Errors', 'Stop at the first', 'Report all of them'),
];

const note = 'Single quotes too, please';

const packageName: Question = {
  ...choice,
  id: 'name',
  header: 'Package',
  kind: 'text',
  prompt: 'What should the package be called?',
  options: [],
};

const asks = (questions: Question[], more: Partial<Ask> = {}) =>
  askOf(questions, { asker: 'Claude', ...more });

const threeAnswers = asks(three, {
  settlement: settled(
    repliesOf(
      answered('Place', { picks: ['After a value too'] }),
      answered('Quotes', { picks: ['Part of the value'], note }),
      skipped('Errors'),
    ),
    'card',
  ),
});

const loop = [
  'for (const line of lines) {',
  '  if (line === "") continue;',
  '  pairs.push(readPair(line));',
  '}',
];
const betterLoop = [
  loop[0],
  '  if (line === "" || line.startsWith("#")) continue;',
  '  count += 1;',
  ...loop.slice(2),
];
const above = Array.from({ length: 10 }, (_, index) => `const line${index + 1} = ${index + 1};`);
const inFile = (lines: readonly (string | undefined)[]) => [...above, ...lines, ''].join('\n');

const parseEdit = fileOf('src/parse.ts', inFile(loop), inFile(betterLoop));

const threeFiles = ['routes', 'links', 'router'].map((name, index) =>
  fileOf(
    `src/${name}.ts`,
    index === 2 ? null : Array.from({ length: 3 - index }, (_, at) => `old ${at}\n`).join(''),
    Array.from({ length: 8 }, (_, at) => `new ${at}\n`).join(''),
  ),
);

const opened = { folded: { collapsed: false, ended: true } };
const npmTest = { ...rule(['npm', 'test'], true), id: idOf('rule') };
const at = settled(repliesOf(), 'card').at;

const passed: OutputLine = {
  text: '24 passed in 7 files, 2.4 s',
  marks: [{ from: 0, to: 9, looks: ['bold'] }],
};

/** The cards of the left column that wait, and the answered one opened. */
export const questions: readonly Figure[] = [
  {
    about:
      'Question, waiting, with a countdown. One question: no tabs; Submit answers is off while nothing is chosen',
    cards: [
      questionCard(
        'countdown',
        asks([drafts], { timeout: { deadline: Date.now() + 41_500, stopped: false } }),
      ),
    ],
  },
  {
    about: 'Question, several may be chosen. The first touch stopped the countdown for good',
    cards: [
      questionCard(
        'several',
        askOf([targets], {
          asker: 'Gemini',
          timeout: { deadline: null, stopped: true },
          draft: [entered('targets', { picks: ['Linux', 'macOS'] })],
        }),
      ),
    ],
  },
  {
    about: 'Review, the last tab',
    cards: [
      questionCard(
        'review',
        asks(three, {
          draft: [
            picked('Place', 'After a value too'),
            entered('Quotes', { picks: ['Part of the value'], note }),
          ],
        }),
        { tab: 3 },
      ),
    ],
  },
  {
    about: 'Answered, open. Folded, it is the line below',
    cards: [questionCard('open', threeAnswers, opened)],
  },
];

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
      actionOf([fileOf('src/tokenize.ts', 'old\n', 'new\n')], ended({ type: 'superseded', at })),
    ),
    previewCard('undone', actionOf(threeFiles, ended(applied({ undone: true })))),
    planCard('approved', { ...planOf('Comments in config files', '## Steps\n'), ...ended(applied()) }),
    permissionCard(
      'allowed',
      permissionOf(command('npm test'), {
        result: { exitCode: 0, durationMs: 3_100 },
        settlement: {
          at,
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
          at,
          verdict: { type: 'denied', by: { type: 'person' }, reason: 'Open a pull request instead' },
        },
      }),
    ),
  ],
};

/** The cards of the right column. */
export const others: readonly Figure[] = [
  {
    about: 'Edit, waiting: short, so it is whole in the chat and decides',
    cards: [previewCard('edit', actionOf([parseEdit]))],
  },
  {
    about: 'Failed: what happened, what was kept, what to do',
    cards: [
      previewCard(
        'failed',
        actionOf(
          [parseEdit],
          pending({
            failure: {
              kind: 'changed',
              text: 'src/parse.ts changed since this preview. Nothing was written.',
            },
          }),
        ),
      ),
    ],
  },
  {
    about: 'Plan, revised: sent back with notes, the newer one follows',
    cards: [
      planCard(
        'revised',
        {
          ...planOf('Comments in config files', '## Steps\n\n1. Read comments in the tokenizer.\n'),
          ...ended({
            ...sentBack,
            userWords:
              '## Steps\n\nSingle quotes as well. We have them in `fixtures/`.\n\n## What stays the same\n\nAdd a benchmark that has comments.',
          }),
        },
        opened,
      ),
    ],
  },
  {
    about: 'Question in words, from outside; its asker has gone, and the card says so',
    cards: [questionCard('gone', askOf([packageName], { asker: 'Claude Code', presence: 'gone' }))],
  },
  {
    about: 'Permission, waiting',
    cards: [
      permissionCard(
        'permission',
        permissionOf(command('git push origin retry-uploads'), {
          reason: 'The branch is ready; the checks run only after a push.',
          choices,
        }),
      ),
    ],
  },
  {
    about: 'Permission, done: allowed, with what came of it',
    cards: [
      commandCard(
        'done',
        {
          number: 1,
          line: 'npm test',
          folder: '',
          confinement: 'unconfined',
          background: false,
          seconds: 120,
          startedAt: at,
          ending: { type: 'exited', code: 0, at: at + 3_100 },
          leftProcesses: false,
          staled: [],
          tail: [passed],
          lines: 1,
        },
        opened,
      ),
    ],
  },
];
