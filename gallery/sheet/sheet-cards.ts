import type { OutputLine } from '../../src/shared/transcript/command-run.ts';
import { askOf } from '../fixtures/samples.ts';
import { choices, command, permissionOf } from '../fixtures/sample-permissions.ts';
import { planOf, sentBack } from '../fixtures/sample-plans.ts';
import { actionOf, ended, pending } from '../fixtures/sample-previews.ts';
import { fileOf } from '../fixtures/sample-files.ts';
import { commandCard, permissionCard, planCard, previewCard, questionCard } from '../gallery-state.ts';
import { type Figure, opened, settledAt } from './figure.ts';
import { packageName } from './sheet-questions.ts';

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

const passed: OutputLine = {
  text: '24 passed in 7 files, 2.4 s',
  marks: [{ from: 0, to: 9, looks: ['bold'] }],
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
          startedAt: settledAt,
          ending: { type: 'exited', code: 0, at: settledAt + 3_100 },
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
