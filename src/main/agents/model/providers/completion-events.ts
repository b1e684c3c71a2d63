import {
  AnswerCut,
  type AnswerReader,
  type Fields,
  fieldsOf,
  type Protocol,
  refusalIn,
  RefusingAnswer,
} from './readable-answer.ts';

/** OpenAI's Chat Completions, as the many servers that speak it nearly do. */
export const completions: Protocol = {
  framing: 'events',
  fromWhole: (answer) => [answer],
  reader: () => new CompletionReader(),
};

/** The finish reasons of other protocols, as some servers pass them on, in lower case. */
const finishes: ReadonlyMap<string, string> = new Map([
  ...['end_turn', 'eos', 'eos_token', 'stop_sequence', 'complete', 'completed', 'done'].map(
    (word): [string, string] => [word, 'stop'],
  ),
  ...['max_tokens', 'max_length', 'model_context_window_exceeded'].map((word): [string, string] => [
    word,
    'length',
  ]),
  ...['tool_use', 'tool_call', 'function_calls'].map((word): [string, string] => [word, 'tool_calls']),
  ...['refusal', 'safety'].map((word): [string, string] => [word, 'content_filter']),
]);

type Call = {
  index?: number;
  id?: string;
  function: { name?: string; arguments?: string };
  extra_content?: Fields;
};

/** Puts the chunks of one completion right, and ends it where its server doesn't. */
class CompletionReader implements AnswerReader {
  #hasBegun = false;
  #isFinished = false;
  #calls = 0;
  /** The arguments of each call so far, by its index or, without one, in their order. */
  readonly #inputs = new Map<number, string>();

  read(event: unknown): readonly unknown[] | undefined {
    if (event === null || event === '') return [];
    const fields = fieldsOf(event);
    if (fields === undefined) return undefined;
    const refused = refusalIn(fields, this.#hasBegun);
    if (refused !== undefined) throw refused;
    const usage = usageOf(fields['usage']);
    if (!('choices' in fields) && usage === undefined) return undefined;
    const { choices } = fields;
    const choice = fieldsOf(Array.isArray(choices) ? choices[0] : choices);
    const finish = choice === undefined ? null : finishOf(choice['finish_reason']);
    if (finish === 'error')
      throw new RefusingAnswer(500, { message: 'The model stopped.', type: '', code: '' });
    const delta = choice === undefined ? {} : this.#delta(choice);
    this.#isFinished ||= finish !== null;
    const isEmpty = Object.keys(delta).length === 0 && finish === null && usage === undefined;
    if (isEmpty) return [];
    this.#hasBegun = true;
    return [{ ...named(fields), choices: [{ delta, finish_reason: finish }], ...(usage && { usage }) }];
  }

  isOver(): boolean {
    return this.#isFinished;
  }

  end(): readonly unknown[] {
    if (this.#isFinished) return [];
    if ([...this.#inputs.values()].some((input) => !isInput(input)))
      throw new AnswerCut('The answer ends in the middle of a call.');
    return [{ choices: [{ delta: {}, finish_reason: this.#calls > 0 ? 'tool_calls' : 'stop' }] }];
  }

  #delta(choice: Fields): Fields {
    const said = fieldsOf(choice['delta']) ?? fieldsOf(choice['message']) ?? { content: choice['text'] };
    const { content, reasoning_content, reasoning, refusal } = said;
    const calls = this.#callsIn(said);
    const parts = Array.isArray(content)
      ? content.filter((part) => typeof fieldsOf(part)?.['type'] === 'string')
      : [];
    return {
      ...(typeof content === 'string' && content !== '' && { content }),
      ...(parts.length > 0 && { content: parts }),
      ...(typeof reasoning_content === 'string' && { reasoning_content }),
      ...(typeof reasoning === 'string' && { reasoning }),
      ...(typeof refusal === 'string' && { refusal }),
      ...(calls.length > 0 && { tool_calls: calls }),
    };
  }

  #callsIn({ tool_calls, function_call }: Fields): Call[] {
    const old = fieldsOf(function_call);
    const all: unknown[] = Array.isArray(tool_calls) ? tool_calls : [tool_calls];
    return [...all, ...(old === undefined ? [] : [{ index: 0, function: old }])].flatMap((call) => {
      const fields = fieldsOf(call);
      return fields === undefined ? [] : [this.#call(fields)];
    });
  }

  #call(fields: Fields): Call {
    const { id, extra_content } = fields;
    const { name, arguments: input } = fieldsOf(fields['function']) ?? fields;
    const index = Number.parseInt(String(fields['index']), 10);
    const isNew = typeof name === 'string' && name !== '';
    if (isNew) this.#calls += 1;
    const text = typeof input === 'string' ? input : JSON.stringify(input ?? undefined);
    const key = Number.isInteger(index) ? index : -this.#calls;
    this.#inputs.set(key, (isNew && key < 0 ? '' : (this.#inputs.get(key) ?? '')) + (text ?? ''));
    const more = fieldsOf(extra_content);
    return {
      ...(Number.isInteger(index) && { index }),
      ...((typeof id === 'string' || typeof id === 'number') && id !== '' && { id: String(id) }),
      function: { ...(isNew && { name }), ...(text !== undefined && { arguments: text }) },
      ...(more !== undefined && { extra_content: more }),
    };
  }
}

/** Which answer a chunk belongs to, as far as it says so in the usual types. */
function named({ id, created, model }: Fields): Fields {
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof created === 'number' && { created }),
    ...(typeof model === 'string' && { model }),
  };
}

function finishOf(reason: unknown): string | null {
  if (typeof reason !== 'string' || reason === '' || reason === 'null') return null;
  const word = reason.toLowerCase();
  return finishes.get(word) ?? word;
}

/** The counts in a usage, also those that came as text. */
function usageOf(usage: unknown): Fields | undefined {
  const fields = fieldsOf(usage);
  if (fields === undefined) return undefined;
  const counts = Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
    const inner = usageOf(value);
    if (inner !== undefined) return [[key, inner]];
    const count = typeof value === 'string' && value !== '' ? Number(value) : value;
    return typeof count === 'number' && Number.isFinite(count) ? [[key, count]] : [];
  });
  return Object.fromEntries(counts);
}

function isInput(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
