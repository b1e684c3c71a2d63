import fc from 'fast-check';
import { type ProviderId, providerIdSchema } from '../../../src/shared/providers/provider.ts';
import { distorted } from './distorted.ts';
import { wellFormed as questions } from './fuzz-dialects.ts';
import { type Answer, eventsOf, frame } from './proper-answers.ts';

/** The reply of a server to one request; `reset` breaks the connection after it. */
export type Reply = { body: string; type: string; status: number; end: 'whole' | 'reset' };

/** The replies of one provider, after which it behaves, and what it says of the model. */
export type Misbehaviour = { id: ProviderId; replies: readonly Reply[]; described: unknown };

/** What lists of models and Ollama say of one, beside its name: right, or wrong in every way. */
const descriptions = (): fc.Arbitrary<unknown> =>
  fc.oneof(fc.constantFrom(...described), distorted(described));

const described: readonly object[] = [
  { context_length: 8_192, max_completion_tokens: '4096', supported_parameters: ['tools'] },
  { max_model_len: '32768', top_provider: { context_length: 4_096, max_completion_tokens: 4_096 } },
  { max_input_tokens: 200_000, max_tokens: 8_192, capabilities: { image_input: { supported: true } } },
  { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536, thinking: true },
  { model_info: { 'qwen3.context_length': 8_192 }, parameters: 'num_ctx 0', capabilities: ['tools'] },
];

/** How often a reply is repeated at the end: more often than a request is. */
const longestRepetition = 8;

/** Servers that reply with wrong events, cut bodies, pages and whole JSON, and with calls of tools that exist. */
export function misbehaviours(): fc.Arbitrary<Misbehaviour> {
  return fc.constantFrom(...providerIdSchema.options).chain((id) =>
    fc
      .tuple(
        fc.array(replyOf(id), { maxLength: 3 }),
        replyOf(id),
        fc.constantFrom(1, 1, longestRepetition),
        descriptions(),
      )
      .map(([replies, last, times, about]) => ({
        id,
        replies: [...replies, ...Array.from({ length: times }, () => last)],
        described: about,
      })),
  );
}

function replyOf(id: ProviderId): fc.Arbitrary<Reply> {
  const odd = id === 'openai-compatible' ? [...oddChunks, ...oddEvents] : oddEvents;
  const lines = fc.oneof(strayLines(id, odd), { weight: 7, arbitrary: damagedAnswer(id, odd) });
  const stream = fc
    .tuple(lines, fc.nat(2_000), seldom, fc.constantFrom(...lineEnds))
    .map(([texts, at, isCut, end]) => {
      const text = texts.join('').replaceAll('\n', end);
      return isCut ? text.slice(0, at) : text;
    });
  const body = fc.oneof(
    { weight: 30, arbitrary: stream },
    fc.oneof(fc.constantFrom(...odd), distorted(odd)).map((value) => JSON.stringify(value, null, 1) ?? ''),
    fc.string(),
    fc.constant('<!doctype html><title>Sign in</title>'),
  );
  const type = fc.constantFrom('text/event-stream', 'application/json', 'text/html', 'application/x-ndjson');
  const status = fc.oneof(
    { weight: 12, arbitrary: fc.constant(200) },
    fc.constantFrom(400, 402, 429, 500, 502, 503),
  );
  const end = seldom.map((isReset) => (isReset ? ('reset' as const) : ('whole' as const)));
  return fc.record({ body, type, status, end });
}

const seldom = fc.integer({ min: 1, max: 8 }).map((number) => number === 1);

/** Events that belong to no answer. */
function strayLines(id: ProviderId, odd: readonly unknown[]): fc.Arbitrary<string[]> {
  const known = eventsOf[id]({
    thought: 'thought',
    text: 'words',
    calls: [{ name: 'list_files', input: {} }],
  });
  const event = fc.oneof(
    fc.constantFrom(...known),
    distorted(known),
    fc.constantFrom(...odd),
    distorted(odd),
  );
  const line = fc.oneof(
    { weight: 8, arbitrary: event.map((value) => frame(id, JSON.stringify(value) ?? '')) },
    fc.string().map((value) => frame(id, value)),
    fc.constantFrom(...strayTexts),
  );
  return fc.array(line, { maxLength: 12 });
}

const strayTexts = [': comment\n\n', '\r\n', 'data: [DONE]\n\n', 'data: null\n\n', 'retry: 3\n\n'];

/** A whole answer, some of whose events are left out, doubled, distorted, or stand beside others. */
function damagedAnswer(id: ProviderId, odd: readonly unknown[]): fc.Arbitrary<string[]> {
  return fc
    .tuple(
      answers(),
      fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), how: hows }), { maxLength: 2 }),
    )
    .chain(([answer, damages]) => {
      const events = eventsOf[id](answer);
      const other = fc.oneof(distorted(events), fc.constantFrom(...odd), distorted(odd));
      return fc
        .tuple(...damages.map(() => other))
        .map((others) =>
          damages
            .reduce(
              (all, { at, how }, index) => damaged(all, Math.floor(at * all.length), how, others[index]),
              events,
            )
            .map((event) => frame(id, JSON.stringify(event) ?? '')),
        );
    });
}

type How = 'leave-out' | 'double' | 'replace' | 'insert';

const hows = fc.constantFrom<How>('leave-out', 'double', 'replace', 'insert');

function damaged(events: readonly unknown[], at: number, how: How, other: unknown): unknown[] {
  switch (how) {
    case 'leave-out':
      return events.toSpliced(at, 1);
    case 'double':
      return events.toSpliced(at, 0, events[at]);
    case 'replace':
      return events.toSpliced(at, 1, other);
    case 'insert':
      return events.toSpliced(at, 0, other);
  }
}

const answers = (): fc.Arbitrary<Answer> =>
  fc.record({
    thought: fc.constantFrom('', '', 'Hm.'),
    text: fc.constantFrom('', 'Words.', '<think>Hm.</think>Words.', '\u200b', ' \n'),
    calls: fc.array(calls(), { maxLength: 3 }),
  });

/** Calls of tools that a chat has, and of some that it has not, with inputs that are right or wrong. */
function calls(): fc.Arbitrary<Answer['calls'][number]> {
  const texts = questions.map(
    (input) =>
      JSON.parse(JSON.stringify(input), (key, value: unknown) =>
        key === 'questions' || key === 'options' || key === 'multiSelect' ? JSON.stringify(value) : value,
      ) as unknown,
  );
  const asks = fc.record({
    name: fc.constantFrom('ask_user_question', 'ask_user_question', 'ask', 'ask_user', 'shell'),
    input: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...questions, ...texts) }, distorted(questions)),
  });
  const others = fc.constantFrom(...otherCalls).chain(({ name, input }) =>
    fc.record({
      name: fc.constant(name),
      input: fc.oneof({ weight: 2, arbitrary: fc.constant<unknown>(input) }, distorted([input])),
    }),
  );
  return fc.oneof(asks, others);
}

const otherCalls: readonly { name: string; input: object }[] = [
  { name: 'list_files', input: {} },
  { name: 'read_file', input: { path: 'a.txt' } },
  { name: 'edit_file', input: { path: 'a.txt', edits: [{ oldText: 'a', newText: 'b' }] } },
  { name: 'write_file', input: { path: 'b.txt', content: 'b' } },
  { name: 'run_command', input: { command: 'git push' } },
  { name: 'propose_plan', input: { title: 'A plan', plan: '# A plan' } },
  { name: 'resolve', input: { action: 'apply', reason: 'a' } },
  { name: 'todo', input: { items: [{ text: 'a', status: 'pending' }] } },
  { name: 'constructor', input: {} },
  { name: '', input: {} },
];

const lineEnds = ['\n', '\n', '\n', '\r\n', '\r'];

const chunk = (delta: unknown, finish_reason: unknown = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});

const called = { name: 'a', arguments: '{"b":1}' };

/** Deltas that servers send where they speak Chat Completions nearly; docs/providers.md says which. */
const oddChunks: readonly unknown[] = [
  chunk({ role: 'user', content: 'words' }),
  chunk({ content: '<think>words</think>more' }),
  chunk({ content: 'words</think>' }),
  chunk({ reasoning_content: 'words' }),
  chunk({ tool_calls: [{ index: 0, id: 7, function: called }] }),
  chunk({ tool_calls: [{ function: called }] }),
  chunk({ tool_calls: [{ index: '0', id: null, function: { ...called, arguments: { b: 1 } } }] }),
  chunk({ tool_calls: [{ index: 0, id: 'c', function: called }, { index: 0 }] }),
  chunk({ tool_calls: { index: 0, function: null } }),
  chunk({ function_call: called }, 'function_call'),
  chunk({ content: '' }, 'stop'),
  chunk({ content: 'words' }, 'length'),
  chunk(null, 'content_filter'),
  chunk({}, ''),
  chunk({}, 'eos'),
  { choices: null, usage: { prompt_tokens: 1 } },
  { usage: { prompt_tokens: 5, completion_tokens: 2 } },
  { choices: [], usage: 'none' },
  ...[402, 429, 502, 503].map((code) => ({
    error: { code, message: 'bad' },
    ...chunk({ content: '' }, 'error'),
  })),
];

/** Shapes of other servers: whole answers, refusals, and errors. */
const oddEvents: readonly unknown[] = [
  {
    choices: [
      { message: { content: 'Hello.', tool_calls: [{ id: 1, function: { name: 'a', arguments: {} } }] } },
    ],
  },
  { choices: null, usage: { prompt_tokens: '1' } },
  { error: { code: 502, message: 'bad' } },
  { object: 'error', message: 'bad', code: 400 },
  { detail: 'bad' },
  { error: { message: 'Too many requests', code: 'rate_limit' } },
  { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  { type: 'message_delta', delta: { stop_reason: 'refusal' }, usage: { output_tokens: 0 } },
  { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 1 } },
  { candidates: [{ finishReason: 'RECITATION' }] },
  { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', content: {} }] },
  { candidates: [{ content: { parts: [{ text: 'thought', thought: true }] }, finishReason: 'STOP' }] },
  { error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '0s' }] } },
  { error: 'model runner has stopped', done: true },
  { message: { role: 'assistant', content: '' }, done: true, done_reason: 'length' },
  { type: 'message', content: [{ type: 'text', text: 'a' }], stop_reason: 'end_turn', usage: {} },
  { object: 'response', status: 'completed', output: [{ type: 'message', content: [{ text: 'a' }] }] },
  [{ candidates: [{ finishReason: 'SAFETY' }] }, { promptFeedback: { blockReason: 'OTHER' } }],
];
