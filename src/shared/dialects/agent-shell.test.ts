import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAnswers } from '../questions/answers.ts';
import type { Answer, Outcome } from '../questions/questions.ts';
import { commandOutputSchema } from './agent-shell/command-input.ts';
import { createAskUserQuestionHandler } from './agent-shell/handler.ts';
import { splitShellLine } from './agent-shell/shell-words.ts';
import { createAgentShell } from './agent-shell.ts';

const option = (label: string) => ({ label, description: `About ${label}` });
const question = {
  question: 'Which?',
  header: 'Pick',
  options: [option('A'), option('B')],
  multiSelect: true,
};
const json = (...questions: object[]) => JSON.stringify({ questions });
const usage = `Usage: AskUserQuestion '{"questions":[...]}'`;

const run = (args: string[], answers: Answer[] = [], env = {}) =>
  createAskUserQuestionHandler(env).execute(args, {
    async ask(questions) {
      const checked = checkAnswers(questions, answers);
      if (!checked.ok) throw new Error(checked.problem);
      return checked.outcome;
    },
  });

const pick = (answer: Partial<Answer>): Answer[] => [{ questionId: 'Pick', picks: [], ...answer }];

const refused: [string, string[], string][] = [
  ['no argument', [], `Error: Missing JSON parameter\n${usage}`],
  ['broken JSON', ['{'], `Error: Invalid JSON format\n${usage}`],
  ['a text', ['"x"'], 'Error: Validation failed\n- input: Expected object, received string'],
  ['no questions', ['{}'], 'Error: Validation failed\n- questions: Required'],
  [
    'an empty list',
    [json()],
    'Error: Validation failed\n- questions: Array must contain at least 1 element(s)',
  ],
  [
    'empty texts',
    [
      json({
        ...question,
        question: '',
        header: '',
        options: [{ label: '', description: '' }, option('B')],
      }),
    ],
    [
      'Error: Validation failed',
      ...['question', 'header', 'options[0].label', 'options[0].description'].map(
        (path) => `- questions[0].${path}: String must contain at least 1 character(s)`,
      ),
    ].join('\n'),
  ],
  [
    'many problems, in input order',
    [
      json(
        { ...question, header: 'Thirteen char', options: [option('A')], multiSelect: undefined },
        { ...question, multiSelect: 'yes' },
        question,
      ),
    ],
    [
      'Error: Validation failed',
      '- questions[0].header: String must contain at most 12 character(s)',
      '- questions[0].options: Array must contain at least 2 element(s)',
      '- questions[0].multiSelect: Required',
      '- questions[1].multiSelect: Expected boolean, received string',
      '- questions[2].header: Header must be unique',
    ].join('\n'),
  ],
];
describe('the command', () => {
  const answered: [string, Partial<Answer>, string][] = [
    ['picks', { picks: ['B', 'A'] }, '{"answers":{"Pick":"B, A"}}'],
    ['Other', { custom: 'say "hi"' }, String.raw`{"answers":{"Pick":"Other (custom: say \"hi\")"}}`],
    ['both', { picks: ['A'], custom: 'c' }, '{"answers":{"Pick":"A, Other (custom: c)"}}'],
    ['a note', { picks: ['A'], note: 'n' }, '{"answers":{"Pick":"A (note: n)"}}'],
    ['a timeout', { picks: ['A'], auto: true }, '{"answers":{"Pick":"A (auto-selected after timeout)"}}'],
    ['nothing', {}, '{"answers":{}}'],
  ];
  test.each(answered)('prints one line for %s', async (_, answer, stdout) => {
    expect(await run([json(question)], pick(answer))).toEqual({ stdout, stderr: '', exitCode: 0 });
    expect(JSON.stringify(commandOutputSchema.parse(JSON.parse(stdout)))).toBe(stdout);
  });

  test('keeps an answer to a header called __proto__', async () => {
    const { stdout } = await run(
      [json({ ...question, header: '__proto__' })],
      [{ questionId: '__proto__', picks: ['A'] }],
    );
    expect(stdout).toBe('{"answers":{"__proto__":"A"}}');
  });

  test.each(refused)('refuses %s', async (_, args, stderr) => {
    expect(await run(args)).toEqual({ stdout: '', stderr, exitCode: 1 });
  });
});

const entry = (change: object) => ({ ...question, ...change });
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
const limits: [string, string, (size: number) => object[], number, string][] = [
  [
    'ASK_MAX_QUESTIONS',
    'questions',
    (size) => numbered(size).map((header) => entry({ header })),
    6,
    'questions: Array must contain at most 6 element(s)',
  ],
  [
    'ASK_MAX_OPTIONS',
    'options',
    (size) => [entry({ options: numbered(size).map(option) })],
    6,
    'questions[0].options: Array must contain at most 6 element(s)',
  ],
  [
    'ASK_HEADER_MAX_LENGTH',
    'header',
    (size) => [entry({ header: 'h'.repeat(size) })],
    20,
    'questions[0].header: String must contain at most 20 character(s)',
  ],
  [
    'ASK_QUESTION_MAX_LENGTH',
    'question',
    (size) => [entry({ question: 'q'.repeat(size) })],
    600,
    'questions[0].question: String must contain at most 600 character(s)',
  ],
];

describe('its limits', () => {
  test.each(limits)('%s sets the limit of %s', async (name, _, call, limit, problem) => {
    const env = { [name]: `${limit}` };
    const full = [json(...call(limit))];
    expect(await run(full, [], env)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await run(full)).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await run([json(...call(limit + 1))], [], env)).toEqual({
      stdout: '',
      stderr: `Error: Validation failed\n- ${problem}`,
      exitCode: 1,
    });
  });

  test.each([
    ['label', 50],
    ['description', 200],
  ])('an option has a %s of at most %i characters', async (field, limit) => {
    const sized = (size: number) => [
      json(entry({ options: [{ ...option('A'), [field]: 'x'.repeat(size) }, option('B')] })),
    ];
    expect(await run(sized(limit))).toMatchObject({ exitCode: 0 });
    const problem = `questions[0].options[0].${field}: String must contain at most ${limit} character(s)`;
    expect(await run(sized(limit + 1))).toMatchObject({
      exitCode: 1,
      stderr: `Error: Validation failed\n- ${problem}`,
    });
  });

  test('takes its limits from the environment, and warns of one it cannot use', async () => {
    const long = json({ ...question, header: 'Thirteen char' });
    expect(await run([long], [], { ASK_HEADER_MAX_LENGTH: '13' })).toMatchObject({ exitCode: 0, stderr: '' });
    for (const unusable of ['many', '3.5', '4e1', '1'])
      expect(await run([json(question)], [], { ASK_MAX_OPTIONS: unusable })).toMatchObject({
        exitCode: 0,
        stderr: 'Warning: ASK_MAX_OPTIONS must be a whole number of at least 2; using 4',
      });
  });
});

test('the description tells the limits in force, and what sets them', () => {
  const env = {
    ASK_MAX_QUESTIONS: '7',
    ASK_MAX_OPTIONS: '6',
    ASK_HEADER_MAX_LENGTH: '20',
    ASK_QUESTION_MAX_LENGTH: 'none',
  };
  const { description } = createAgentShell(env);
  for (const line of [
    /\nARGUMENTS:\n +<json> +an object with the questions/,
    /"questions": \[ +\/\/ 1 to 7\n/,
    /"question": string, +\/\/ 1 to 500 characters/,
    /"header": string, +\/\/ 1 to 20 characters/,
    /"options": \[ +\/\/ 2 to 6\n/,
    /"label": string, +\/\/ 1 to 50 characters/,
    /"description": string +\/\/ 1 to 200 characters/,
    /\n +ASK_MAX_QUESTIONS=7 /,
    /\n +ASK_MAX_OPTIONS=6 /,
    /\n +ASK_HEADER_MAX_LENGTH=20 /,
    /\n +ASK_QUESTION_MAX_LENGTH=500 /,
    /\n +--terminal /,
    /\n +--asker NAME /,
  ])
    expect(description).toMatch(line);
  expect(createAgentShell({ ASK_MAX_OPTIONS: '2', ASK_MAX_QUESTIONS: '1' }).description).toMatch(
    /"questions": \[ +\/\/ 1\n[^]*"options": \[ +\/\/ 2\n/,
  );
});

describe('options', () => {
  test('may be no Other, which is always offered, and no label twice', async () => {
    const { stderr } = await run([
      json({ ...question, options: [option('A'), option(' OTHER '), option('a')] }),
    ]);
    expect(stderr.split('\n').slice(1)).toEqual([
      '- questions[0].options[1].label: Other is always offered; leave it out',
      '- questions[0].options[2].label: Label must be unique',
    ]);
  });
});

describe('in a chat', () => {
  const shell = createAgentShell({});
  const done = (command: string) => {
    const parsed = shell.parse({ command });
    if (parsed.type !== 'done') throw new Error(parsed.type);
    return parsed.result;
  };

  test.each([
    ['rm -rf /', 'not-run', 'rm: command not found\nexit code: 127'],
    [`AskUserQuestion '${json(question)}' | jq .`, 'not-run', 'jq: command not found\nexit code: 127'],
    ['AskUserQuestion', 'command', `Error: Missing JSON parameter\n${usage}\nexit code: 1`],
    ["AskUserQuestion 'x", 'command', 'Syntax error: unterminated quoted string\nexit code: 2'],
  ])('%s is never asked, and refused as %s', (command, refusal, text) => {
    expect(done(command)).toEqual({ ok: false, text, refusal });
  });

  test('--help is the description', () => {
    expect(done('AskUserQuestion --help').ok).toBe(true);
    expect(shell.description).toContain(done('AskUserQuestion --help').text);
  });

  test('the options of the command mean nothing, and refuse nothing', () => {
    const command = `AskUserQuestion --terminal --asker Me '${json(question)}'`;
    expect(shell.parse({ command })).toEqual(shell.parse({ command: `AskUserQuestion '${json(question)}'` }));
  });

  test.each([
    ['single quotes', `AskUserQuestion '${json(question)}'`],
    ['double quotes', `AskUserQuestion "${json(question).replace(/["\\$`]/g, '\\$&')}"`],
    ['a here-document', `AskUserQuestion <<'END'\n${json(question)}\nEND`],
    ['a here-document as argument', `AskUserQuestion "$(cat <<'END'\n${json(question)}\nEND\n)"`],
  ])('asks what stands in %s', (_, command) => {
    expect(shell.parse({ command })).toMatchObject({ type: 'ask', questions: [{ header: 'Pick' }] });
  });

  test('the endings without an answer have their exact texts', () => {
    const end = (ending: Outcome | { type: 'nobody' }) => shell.format([], ending);
    const error = (text: string) => ({ ok: false, text: `${text}\nexit code: 2` });
    expect(end({ type: 'declined', reason: 'no' })).toEqual(
      error('User declined to answer these questions. Reason: no'),
    );
    expect(end({ type: 'cancelled', reason: 'Interrupted' })).toEqual(error('Interrupted'));
    expect(end({ type: 'nobody' }).text).toMatch(
      /^Error: .*the command parley, .*npm start.*\nexit code: 3$/,
    );
  });
});

test('any words come back from their quotes', () => {
  const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (words) => {
      fc.pre(words.every((word) => !word.includes('\r')));
      expect(splitShellLine(words.map(quoted).join(' '))).toEqual({
        ok: true,
        commands: [{ words, input: null }],
      });
    }),
  );
});

test('any line ends in a value', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    "'",
    '"',
    '\\',
    '\n',
    '<<',
    '$(cat <<E\n',
    ';',
    '|',
    '#',
    '(',
    '2>&1',
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(typeof splitShellLine(pieces.join('')).ok).toBe('boolean');
    }),
  );
});
