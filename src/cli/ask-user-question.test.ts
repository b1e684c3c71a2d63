import { describe, expect, test } from 'vitest';
import { runCommand } from '../../test/cli/run-command.ts';

// The cases of the command's document, in its order and by its numbers, on the command itself.

const option = (label: string) => ({ label, description: `About ${label}` });

const single = {
  question: 'Which authentication method should we use?',
  header: 'Auth method',
  options: [option('OAuth 2.0'), option('JWT'), option('Sessions')],
  multiSelect: false,
};
const several = {
  question: 'Which features should be on?',
  header: 'Features',
  options: [option('Caching'), option('Logging'), option('Metrics')],
  multiSelect: true,
};

const without = (key: keyof typeof single) =>
  Object.fromEntries(Object.entries(single).filter(([name]) => name !== key));

/** Asks in the terminal, where `lines` are typed. */
const askIn = (questions: readonly unknown[], ...lines: string[]) =>
  runCommand('ask-user-question', ['--terminal', JSON.stringify({ questions })], {
    input: lines.map((line) => `${line}\n`).join(''),
  });

const answered = (answers: Record<string, string>) => ({
  code: 0,
  stdout: `${JSON.stringify({ answers })}\n`,
});

const refused = (...problems: string[]) => ({
  code: 1,
  stdout: '',
  stderr: `${['Error: Validation failed', ...problems].join('\n')}\n`,
});

const usage = `Usage: AskUserQuestion '{"questions":[...]}'`;

describe('answers', () => {
  test('1: one question, one pick', async () => {
    expect(await askIn([single], '2')).toMatchObject(answered({ 'Auth method': 'JWT' }));
  });
  test('2: one question, several picks', async () => {
    expect(await askIn([several], '1,2')).toMatchObject(answered({ Features: 'Caching, Logging' }));
  });
  test('3: several questions, asked one after the other', async () => {
    const ended = await askIn([single, several], '1', '2,3');
    expect(ended).toMatchObject(answered({ 'Auth method': 'OAuth 2.0', Features: 'Logging, Metrics' }));
    expect(ended.stderr.indexOf(single.question)).toBeLessThan(ended.stderr.indexOf(several.question));
  });
  test('4: own words', async () => {
    expect(await askIn([single], '0', 'Magic "links", by mail')).toMatchObject(
      answered({ 'Auth method': 'Other (custom: Magic "links", by mail)' }),
    );
  });
});

describe('input in another form', () => {
  const json = (value: unknown) => JSON.stringify(value);
  test.each([
    ['questions as text', json({ questions: json([single]) })],
    ['one question that is no list', json({ questions: single })],
    [
      'options and a boolean as text',
      json({ questions: [{ ...single, options: json(single.options), multiSelect: 'false' }] }),
    ],
    ['a Markdown fence', `\`\`\`json\n${json({ questions: [single] })}\n\`\`\``],
    ['JSON encoded twice', json(json({ questions: [single] }))],
  ])('%s asks the same', async (_, argument) => {
    const ended = await runCommand('ask-user-question', ['--terminal', argument], { input: '2\n' });
    expect(ended).toMatchObject(answered({ 'Auth method': 'JWT' }));
  });
});

describe('what is refused', () => {
  test('5: what is not JSON', async () => {
    const stderr = `Error: Invalid JSON format\n${usage}\n`;
    expect(await runCommand('ask-user-question', ['--terminal', '{"questions":'])).toEqual({
      code: 1,
      stdout: '',
      stderr,
    });
  });
  test.each(['question', 'header', 'options', 'multiSelect'] as const)(
    '6: a question without %s',
    async (key) => {
      expect(await askIn([without(key)])).toEqual(refused(`- questions[0].${key}: Required`));
    },
  );
  test('7: no questions', async () => {
    expect(await askIn([])).toEqual(refused('- questions: Array must contain at least 1 element(s)'));
  });
  test('8: more than 4 questions', async () => {
    const questions = [1, 2, 3, 4, 5].map((number) => ({ ...single, header: `H${number}` }));
    expect(await askIn(questions)).toEqual(refused('- questions: Array must contain at most 4 element(s)'));
  });
  test('9: fewer than 2 options', async () => {
    expect(await askIn([{ ...single, options: [option('A')] }])).toEqual(
      refused('- questions[0].options: Array must contain at least 2 element(s)'),
    );
  });
  test('10: more than 4 options', async () => {
    const options = ['A', 'B', 'C', 'D', 'E'].map(option);
    expect(await askIn([{ ...single, options }])).toEqual(
      refused('- questions[0].options: Array must contain at most 4 element(s)'),
    );
  });
});

describe('limits', () => {
  test('11: a header of more than 12 characters', async () => {
    expect(await askIn([{ ...single, header: 'Authentication' }])).toEqual(
      refused('- questions[0].header: String must contain at most 12 character(s)'),
    );
  });
  test('12: a question of more than 500 characters', async () => {
    expect(await askIn([{ ...single, question: 'x'.repeat(501) }])).toEqual(
      refused('- questions[0].question: String must contain at most 500 character(s)'),
    );
  });
  test.each(['7', 'none', 'no', '-1', '1.5', '2x'])(
    '13: %j is no option, which is said, and the question is asked again',
    async (line) => {
      const ended = await askIn([single], line, '2');
      expect(ended).toMatchObject(answered({ 'Auth method': 'JWT' }));
      expect(ended.stderr).toContain(
        line === '7'
          ? 'There is no option of that number; they go from 1 to 3.'
          : `"${line}" is neither the number of an option nor its whole name.`,
      );
    },
  );
  test('13: the third line that is not understood skips the question', async () => {
    const ended = await askIn([single, several], 'no', '', '9', '1');
    expect(ended).toMatchObject(answered({ Features: 'Caching' }));
    expect(ended.stderr).toContain('The question is skipped after 3 tries.');
    expect(await askIn([single, several], 'no', '', '3', '1')).toMatchObject(
      answered({ 'Auth method': 'Sessions', Features: 'Caching' }),
    );
  });
  test('14: an empty line takes the first option where it is recommended, and that is said', async () => {
    const first = { label: 'OAuth 2.0 (Recommended)', description: 'Industry standard' };
    const ended = await askIn([{ ...single, options: [first, option('JWT')] }], '');
    expect(ended).toMatchObject(answered({ 'Auth method': first.label }));
    expect(ended.stderr).toContain(
      'Nothing was entered, so the recommended option is chosen: OAuth 2.0 (Recommended)',
    );
  });
  test('14: an empty line is asked for again where the first option is not recommended', async () => {
    const ended = await askIn([single], '', '2');
    expect(ended).toMatchObject(answered({ 'Auth method': 'JWT' }));
    expect(ended.stderr).toContain('Nothing was entered, and the first option is not a recommended one.');
  });
});

describe('what is typed', () => {
  test('15: 1 picks the first', async () => {
    const ended = await askIn([single], '1');
    expect(ended).toMatchObject(answered({ 'Auth method': 'OAuth 2.0' }));
    expect(ended.stderr).not.toContain('Nothing was entered');
  });
  test('a whole label, in any case, picks its option', async () => {
    expect(await askIn([single, several], 'jwt', 'metrics, caching')).toMatchObject(
      answered({ 'Auth method': 'JWT', Features: 'Metrics, Caching' }),
    );
  });
  test('numbers of no option are passed over beside others', async () => {
    expect(await askIn([single, several], '9,2', '3,9,1')).toMatchObject(
      answered({ 'Auth method': 'JWT', Features: 'Metrics, Caching' }),
    );
  });
  test('16: 1,3 picks several where that may be, else the first of them', async () => {
    expect(await askIn([several, single], ' 1, 3 ', '3,1')).toMatchObject(
      answered({ Features: 'Caching, Metrics', 'Auth method': 'Sessions' }),
    );
  });
  test.each(['0', 'other', 'OTHER'])('17: %s asks for own words', async (word) => {
    const ended = await askIn([single], word, 'Mine');
    expect(ended).toMatchObject(answered({ 'Auth method': 'Other (custom: Mine)' }));
    expect(ended.stderr).toContain('Enter your answer: ');
  });
  test('18: empty own words are asked for once more, then the question is skipped', async () => {
    expect(await askIn([single, several], '0', '', 'Second', '1')).toMatchObject(
      answered({ 'Auth method': 'Other (custom: Second)', Features: 'Caching' }),
    );
    expect(await askIn([single, several], '0', '', ' ', '1')).toMatchObject(
      answered({ Features: 'Caching' }),
    );
  });
});

test('without a parameter it says how to call it', async () => {
  const stderr = `Error: Missing JSON parameter\n${usage}\n`;
  expect(await runCommand('ask-user-question', [])).toEqual({ code: 1, stdout: '', stderr });
});

test('nobody can be asked without a companion and without a terminal', async () => {
  const ended = await runCommand('ask-user-question', [JSON.stringify({ questions: [single] })]);
  expect(ended).toMatchObject({ code: 3, stdout: '' });
  expect(ended.stderr).toMatch(/^Error: .*the command parley, or with npm start in its folder/);
});

test('limits come from the environment; one that cannot be used is said and left out', async () => {
  const env = { ASK_HEADER_MAX_LENGTH: '20', ASK_MAX_OPTIONS: 'many' };
  const json = JSON.stringify({ questions: [{ ...single, header: 'A longer header' }] });
  const ended = await runCommand('ask-user-question', ['--terminal', json], { env, input: '1\n' });
  expect(ended).toMatchObject(answered({ 'A longer header': 'OAuth 2.0' }));
  expect(ended.stderr).toContain('Warning: ASK_MAX_OPTIONS must be a whole number of at least 2; using 4');
});

test('nothing answered at all ends it with 2 and nothing on standard output', async () => {
  const ended = await askIn([single, several], '0', '', '', 'no', 'no', 'no');
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain('\nNo question was answered.\n');
});

test('the end of the input ends it without a part of an answer', async () => {
  expect(await askIn([single, several], '1')).toMatchObject({ code: 2, stdout: '' });
});

test('what is typed and what is asked stand on standard output as JSON that a terminal shows whole', async () => {
  const ended = await askIn([{ ...single, header: 'Ä\u202E' }], '0', 'b\u009B\u202Ec');
  expect(ended.stdout).toBe(String.raw`{"answers":{"Ä\u202E":"Other (custom: b\u009B\u202Ec)"}}` + '\n');
});

test('--help shows the limits in force, the options and the variables', async () => {
  const ended = await runCommand('ask-user-question', ['--help'], {
    env: { ASK_MAX_OPTIONS: '6', ASK_HEADER_MAX_LENGTH: '0' },
  });
  expect(ended).toMatchObject({
    code: 0,
    stderr: 'Warning: ASK_HEADER_MAX_LENGTH must be a whole number of at least 1; using 12\n',
  });
  expect(ended.stdout).toMatch(/"options": \[ +\/\/ 2 to 6\n/);
  for (const name of [
    '--terminal',
    '--asker NAME',
    'ASK_MAX_QUESTIONS=4',
    'ASK_MAX_OPTIONS=6',
    'ASK_HEADER_MAX_LENGTH=12',
    'ASK_QUESTION_MAX_LENGTH=500',
  ])
    expect(ended.stdout).toContain(name);
});
