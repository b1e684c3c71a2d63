import { type Fields, fieldsOf, objectReader, type Protocol } from './readable-answer.ts';

const types: ReadonlySet<string> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
  'error',
]);

/** Anthropic's Messages. Types of events may be added to it, which its library would fail on. */
export const messages: Protocol = {
  framing: 'events',
  fromWhole(answer) {
    const message = fieldsOf(answer);
    return message?.['type'] === 'message' ? eventsOf(message) : [answer];
  },
  reader: () =>
    objectReader(
      ({ type }) => typeof type === 'string' && types.has(type),
      ({ type }) => type === 'message_stop',
      withUsage,
    ),
};

/** The library fails on an answer that does not count its tokens. */
function withUsage(event: Fields): Fields {
  if (event['type'] === 'message_delta')
    return { ...event, usage: { output_tokens: 0, ...fieldsOf(event['usage']) } };
  const message = event['type'] === 'message_start' ? fieldsOf(event['message']) : undefined;
  if (message === undefined) return event;
  const usage = { input_tokens: 0, output_tokens: 0, ...fieldsOf(message['usage']) };
  return { ...event, message: { ...message, usage } };
}

/** Returns the events in which a message would have been streamed. */
function eventsOf(message: Fields): unknown[] {
  const { content, stop_reason, stop_sequence = null, usage } = message;
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
    ...blocks.flatMap((block, index) => blockEvents(fieldsOf(block) ?? {}, index)),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
    { type: 'message_stop' },
  ];
}

function blockEvents(block: Fields, index: number): unknown[] {
  const start = (content_block: Fields) => ({ type: 'content_block_start', index, content_block });
  const delta = (said: Fields) => ({ type: 'content_block_delta', index, delta: said });
  const stop = { type: 'content_block_stop', index };
  const { type, text, thinking, signature, input } = block;
  switch (type) {
    case 'text':
      return [start({ ...block, text: '' }), delta({ type: 'text_delta', text }), stop];
    case 'thinking':
      return [
        start({ ...block, thinking: '', signature: '' }),
        delta({ type: 'thinking_delta', thinking }),
        delta({ type: 'signature_delta', signature }),
        stop,
      ];
    case 'tool_use': {
      const partial_json = JSON.stringify(input ?? {});
      return [start({ ...block, input: {} }), delta({ type: 'input_json_delta', partial_json }), stop];
    }
    default:
      return [start(block), stop];
  }
}
