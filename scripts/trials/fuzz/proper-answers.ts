import type { ProviderId } from '../../../src/shared/providers/provider.ts';

/** What a model says in one answer. */
export type Answer = { thought: string; text: string; calls: readonly { name: string; input: unknown }[] };

/** Returns the events of an answer as the reference of each provider's API has them. */
export const eventsOf: Record<ProviderId, (answer: Answer) => unknown[]> = {
  anthropic: messageEvents,
  openai: responseEvents,
  google: candidateEvents,
  'openai-compatible': completionEvents,
  ollama: lineEvents,
};

/** Returns one event, or one line, of a stream. */
export const frame = (id: ProviderId, data: string): string =>
  id === 'ollama' ? `${data}\n` : `data: ${data}\n\n`;

/** Returns the body of a whole answer that nothing is wrong with. */
export const properBody = (id: ProviderId, answer: Answer): string =>
  eventsOf[id](answer)
    .map((event) => frame(id, JSON.stringify(event)))
    .join('');

function messageEvents({ thought, text, calls }: Answer): unknown[] {
  const blocks = [
    ...(thought === ''
      ? []
      : [
          {
            block: { type: 'thinking', thinking: '', signature: '' },
            deltas: [
              { type: 'thinking_delta', thinking: thought },
              { type: 'signature_delta', signature: 'c2ln' },
            ],
          },
        ]),
    ...(text === '' ? [] : [{ block: { type: 'text', text: '' }, deltas: [{ type: 'text_delta', text }] }]),
    ...calls.map(({ name, input }, number) => ({
      block: { type: 'tool_use', id: `toolu_${number}`, name, input: {} },
      deltas: halves(JSON.stringify(input)).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      })),
    })),
  ];
  const usage = { input_tokens: 10, output_tokens: 1 };
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage };
  const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn';
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    ...blocks.flatMap(({ block, deltas }, index) => [
      { type: 'content_block_start', index, content_block: block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ];
}

function responseEvents({ thought, text, calls }: Answer): unknown[] {
  const items = [
    ...(thought === ''
      ? []
      : [{ type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: thought }] }]),
    ...(text === ''
      ? []
      : [{ type: 'message', id: 'msg', role: 'assistant', content: [{ type: 'output_text', text }] }]),
    ...calls.map(({ name, input }, number) => ({
      type: 'function_call',
      id: `fc${number}`,
      call_id: `call${number}`,
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    })),
  ];
  const response = { id: 'r', created_at: 1, model: 'm' };
  const usage = { input_tokens: 10, output_tokens: 5 };
  return [
    { type: 'response.created', response },
    ...items.flatMap((item, output_index) => [
      {
        type: 'response.output_item.added',
        output_index,
        item: item.type === 'function_call' ? { ...item, arguments: '' } : item,
      },
      ...(item.type === 'message'
        ? [{ type: 'response.output_text.delta', item_id: item.id, delta: text }]
        : []),
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response: { ...response, usage } },
  ];
}

function candidateEvents({ thought, text, calls }: Answer): unknown[] {
  const parts = [
    ...(thought === '' ? [] : [{ text: thought, thought: true }]),
    ...(text === '' ? [] : [{ text }]),
    ...calls.map(({ name, input }) => ({ functionCall: { name, args: input } })),
  ];
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5 };
  return [
    ...parts.map((part) => ({ candidates: [{ content: { role: 'model', parts: [part] } }] })),
    { candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP' }], usageMetadata },
  ];
}

function completionEvents({ thought, text, calls }: Answer): unknown[] {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: 'x',
    choices: [{ index: 0, delta, finish_reason }],
  });
  return [
    ...(thought === '' ? [] : [chunk({ role: 'assistant', reasoning_content: thought })]),
    ...(text === '' ? [] : [chunk({ content: text })]),
    ...calls.flatMap(({ name, input }, index) => {
      const [first = '', ...rest] = halves(JSON.stringify(input));
      return [
        chunk({
          tool_calls: [{ index, id: `c${index}`, type: 'function', function: { name, arguments: first } }],
        }),
        ...rest.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ];
    }),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    { choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
  ];
}

function lineEvents({ thought, text, calls }: Answer): unknown[] {
  const line = (said: object) => ({
    model: 'm',
    message: { role: 'assistant', content: '', ...said },
    done: false,
  });
  return [
    ...(thought === '' ? [] : [line({ thinking: thought })]),
    ...(text === '' ? [] : [line({ content: text })]),
    ...calls.map(({ name, input }) => line({ tool_calls: [{ function: { name, arguments: input } }] })),
    { ...line({}), done: true, done_reason: 'stop', prompt_eval_count: 10, eval_count: 5 },
  ];
}

const halves = (text: string): string[] => [text.slice(0, text.length / 2), text.slice(text.length / 2)];
