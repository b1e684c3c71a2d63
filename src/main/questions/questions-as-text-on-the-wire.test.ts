import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { DialectId } from '../../shared/dialects/registry.ts';
import type { ProviderId } from '../../shared/providers/provider.ts';
import { inputs, toolNames } from '../../../test/main/agents/model/dialect-chat.ts';
import { mcpChat } from '../../../test/main/outside/mcp-chat.ts';
import { generations } from '../../../test/main/outside/mcp-clients.ts';
import { providerThatMakes } from '../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { agentText, testApp, toolParts, watchChat } from '../../../test/main/test-app.ts';

// What models and their servers make of a list of questions: Qwen and GLM give it as text, LiteLLM and MCP bridges
// encode each argument, smaller models leave the list away or quote booleans. Written after such reports.

const entrySchema = z.looseObject({ options: z.array(z.looseObject({})) });
const inputSchema = z.object({ questions: z.array(entrySchema) });

type Entry = z.infer<typeof entrySchema>;
type Form = [name: string, change: (entries: Entry[]) => unknown];

const json = (value: unknown) => JSON.stringify(value);
const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
const asText = (value: unknown) => (value === true ? 'True' : value === false ? ' false' : value);
const withFields = (entry: object, change: (value: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, change(value, name)]));
const withOptions = (entry: Entry, change: (options: object[]) => unknown) => ({
  ...entry,
  options: change(entry.options),
});

const forms: Form[] = [
  ['as the schema has them', (questions) => ({ questions })],
  ['with the whole input as text', (questions) => json({ questions })],
  ['as text', (questions) => ({ questions: json(questions) })],
  ['in a Markdown fence', (questions) => ({ questions: fenced(questions) })],
  ['encoded twice', (questions) => ({ questions: json(json(questions)) })],
  ['each as text', (questions) => ({ questions: questions.map(json) })],
  ['with a byte order mark', (questions) => ({ questions: `\ufeff${json(questions)}\r\n` })],
  [
    'with options as text',
    (questions) => ({ questions: questions.map((entry) => withOptions(entry, json)) }),
  ],
  [
    'with each option as text',
    (questions) => ({
      questions: questions.map((entry) => withOptions(entry, (options) => options.map(json))),
    }),
  ],
  [
    'with booleans as text',
    (questions) => ({ questions: questions.map((entry) => withFields(entry, asText)) }),
  ],
  [
    'with every field as text',
    (questions) => ({
      questions: json(
        questions.map((entry) =>
          withFields(entry, (value) => (typeof value === 'string' ? value : json(value))),
        ),
      ),
    }),
  ],
];

const single: Form[] = [
  ['one that is no list', ([first]) => ({ questions: first })],
  ['one as text that is no list', ([first]) => ({ questions: json(first) })],
];

/** Returns the questions of the input that all tests of dialects share. */
function entriesOf(dialect: DialectId): Entry[] {
  return inputSchema.parse(inputs[dialect === 'agent_shell' ? 'ask_user_question' : dialect]).questions;
}

/** Returns the input of a call; the agent shell has its questions in a command. */
function inputFor(dialect: DialectId, input: unknown): unknown {
  return dialect === 'agent_shell' ? { command: `AskUserQuestion '${json(input)}'` } : input;
}

/** Has a model make calls, one after another; returns what each asked, or the text that it got back. */
async function outcomes(provider: ProviderId, dialect: DialectId, given: readonly unknown[]) {
  const calls = given.map((input) => ({ name: toolNames[dialect], input }));
  const { env } = await providerThatMakes(provider, calls, { dialect });
  const { client } = testApp(temporaryFolder(), { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  for (const index of given.keys()) {
    const shown = await chat.until((now) => {
      const part = toolParts(now)[index];
      return part !== undefined && (part.ask !== null || part.result !== null);
    });
    const part = toolParts(shown)[index];
    if (part?.ask === null || part === undefined) continue;
    const answers = part.ask.questions.map(({ id }) => ({ questionId: id, picks: [] }));
    await client.workspace.answerAskUserQuestion({ workspaceId, toolCallId: part.toolCallId, answers });
  }
  const ended = await chat.until((now) => agentText(now).includes('Thank you.'));
  return toolParts(ended).map(({ ask, result }) => ask?.questions ?? result?.text ?? '');
}

const wires = [
  ['ask_user_question', 'anthropic'],
  ['ask', 'openai-compatible'],
  ['ask_user', 'google'],
  ['agent_shell', 'openai'],
] as const;

const refusals: Record<DialectId, { list: string; options: string }> = {
  ask_user_question: {
    list: 'Invalid input for ask_user_question: questions: send a list, […], not text',
    options: 'Invalid input for ask_user_question: questions[0].options: send a list, […], not text',
  },
  ask: {
    list: 'Invalid input for ask: questions: send a list, […], not text',
    options: 'Invalid input for ask: questions[0].options: send a list, […], not text',
  },
  ask_user: {
    list: 'questions: send a list, […], not text',
    options: "Question 1: type='choice' requires 'options' array with 2-4 items.",
  },
  agent_shell: {
    list: 'Error: Validation failed\n- questions: Expected array, received string\nexit code: 1',
    options:
      'Error: Validation failed\n- questions[0].options: Expected array, received string\nexit code: 1',
  },
};

describe.each(wires)('%s over the wire of %s', (dialect, provider) => {
  const entries = entriesOf(dialect);

  test('asks the same in every form that can mean only one thing', async () => {
    const all = [...forms, ...single];
    const given = all.map(([, change]) => inputFor(dialect, change(entries)));
    const asked = await outcomes(provider, dialect, given);
    const [whole = ''] = asked;
    expect(whole).toHaveLength(2);
    const expected = (index: number) => (index < forms.length ? whole : whole.slice(0, 1));
    expect(all.map(([name], index) => [name, asked[index]])).toEqual(
      all.map(([name], index) => [name, expected(index)]),
    );
  });

  test('refuses what may mean something else, and says what to send', async () => {
    const [first] = entries;
    const { list, options } = refusals[dialect];
    const cases: [unknown, string][] = [
      [{ questions: 'Which database?' }, list],
      [{ questions: '' }, list],
      [{ questions: `Here they are: ${json(entries)}` }, list],
      [{ questions: `${json(entries)}\n${json(entries)}` }, list],
      [{ questions: json(entries).slice(0, -1) }, list],
      [{ questions: [{ ...first, options: 'A, B' }] }, options],
    ];
    const given = cases.map(([input]) => inputFor(dialect, input));
    expect(await outcomes(provider, dialect, given)).toEqual(cases.map(([, text]) => text));
  });
});

describe.each(generations)('an MCP client of %s', (generation) => {
  test.each(['ask_user_question', 'ask', 'ask_user'] as const)('asks by %s in those forms', async (tool) => {
    const { connect, chat, folder, answer } = await mcpChat();
    const client = await connect(generation);
    const entries = entriesOf(tool);
    // The protocol itself has the arguments as an object.
    const inputsAsObjects = [...forms, ...single].flatMap(([name, change]) => {
      const input = z.looseObject({}).safeParse(change(entries)).data;
      return input === undefined ? [] : [{ name, input }];
    });
    for (const [index, { name, input }] of inputsAsObjects.entries()) {
      const result = client.call(tool, { ...input, workspace: folder });
      const shown = await chat.until((now) => toolParts(now).length > index);
      expect([name, toolParts(shown)[index]?.ask?.questions[0]]).toEqual([
        name,
        expect.objectContaining({ kind: 'choice', prompt: 'Which?', header: 'One', multiple: false }),
      ]);
      await answer(index, { picks: ['B'] });
      expect((await result).isError).toBeUndefined();
    }
  });
});
