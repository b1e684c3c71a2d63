import type { ProviderId } from '../../../../src/shared/providers/provider.ts';

/**
 * A provider's stream, an event at a time, for answers that no well-behaved server gives. Each event is as the
 * reference of that provider's API has it, not recorded, for that takes an account; their order is made up.
 */
export type ProviderEvents = {
  contentType: string;
  /** Opens an answer of text. */
  beginText: string;
  text: (text: string) => string;
  /** Opens a tool call whose input comes in pieces; null where it comes whole. */
  beginInput: string | null;
  input: (piece: string) => string;
  /** A whole tool call; numbers count from 0. */
  call: (number: number) => string;
};

function sse(...events: { type?: string; [key: string]: unknown }[]): string {
  return events
    .map((event) => `${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
    .join('');
}

const messageStart = {
  type: 'message_start',
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
};
const textBlock = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
const toolBlock = (index: number) => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'tool_use', id: `c${index}`, name: 'list_files', input: {} },
});

const created = { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } };
const added = (item: object, index = 0) => ({
  type: 'response.output_item.added',
  output_index: index,
  item,
});
const done = (item: object, index = 0) => ({ type: 'response.output_item.done', output_index: index, item });
const functionCall = (number: number, input: string) => ({
  type: 'function_call',
  id: `f${number}`,
  call_id: `c${number}`,
  name: 'list_files',
  arguments: input,
  status: 'completed',
});

const choice = (delta: object) => sse({ id: 'x', choices: [{ index: 0, delta }] });
const toolCalls = (index: number, input: string) => ({
  tool_calls: [
    { index, id: `c${index}`, type: 'function', function: { name: 'list_files', arguments: input } },
  ],
});

const candidate = (part: object) => sse({ candidates: [{ content: { role: 'model', parts: [part] } }] });

const line = (said: object) =>
  `${JSON.stringify({ model: 'm', created_at: '2026-01-01T00:00:00Z', message: { role: 'assistant', content: '', ...said }, done: false })}\n`;

const eventStream = 'text/event-stream';

export const providerEvents: Record<ProviderId, ProviderEvents> = {
  anthropic: {
    contentType: eventStream,
    beginText: sse(messageStart, textBlock),
    text: (text) => sse({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    beginInput: sse(messageStart, toolBlock(0)),
    input: (partial_json) =>
      sse({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json } }),
    call: (number) =>
      (number === 0 ? sse(messageStart) : '') +
      sse(toolBlock(number), { type: 'content_block_stop', index: number }),
  },
  openai: {
    contentType: eventStream,
    beginText: sse(created, added({ type: 'message', id: 'm1' })),
    text: (delta) => sse({ type: 'response.output_text.delta', item_id: 'm1', delta }),
    beginInput: sse(created, added(functionCall(0, ''))),
    input: (delta) =>
      sse({ type: 'response.function_call_arguments.delta', item_id: 'f0', output_index: 0, delta }),
    call: (number) =>
      (number === 0 ? sse(created) : '') +
      sse(added(functionCall(number, ''), number), done(functionCall(number, '{}'), number)),
  },
  google: {
    contentType: eventStream,
    beginText: '',
    text: (text) => candidate({ text }),
    beginInput: null,
    input: () => '',
    call: () => candidate({ functionCall: { name: 'list_files', args: {} } }),
  },
  'openai-compatible': {
    contentType: eventStream,
    beginText: '',
    text: (content) => choice({ content }),
    beginInput: choice(toolCalls(0, '')),
    input: (piece) => choice({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
    call: (number) => choice(toolCalls(number, '{}')),
  },
  ollama: {
    contentType: 'application/x-ndjson',
    beginText: '',
    text: (content) => line({ content }),
    beginInput: null,
    input: () => '',
    call: () => line({ tool_calls: [{ function: { name: 'list_files', arguments: {} } }] }),
  },
};
