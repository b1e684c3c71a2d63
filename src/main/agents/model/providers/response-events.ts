import { type Fields, fieldsOf, objectReader, type Protocol, refusalIn } from './readable-answer.ts';

/** OpenAI's Responses. */
export const responses: Protocol = {
  framing: 'events',
  fromWhole(answer) {
    const response = fieldsOf(answer);
    return response?.['object'] === 'response' ? eventsOf(response) : [answer];
  },
  reader: () =>
    objectReader(isEvent, ({ type }) => type === 'response.completed' || type === 'response.incomplete'),
};

/** The library can't read every failed response: its error is told as one. */
function isEvent({ type, response }: Fields): boolean {
  const error = type === 'response.failed' ? fieldsOf(fieldsOf(response)?.['error']) : undefined;
  const refused = error === undefined ? undefined : refusalIn({ error }, true);
  if (refused !== undefined) throw refused;
  return typeof type === 'string';
}

/** Returns the events in which a response would have been streamed. */
function eventsOf(response: Fields): unknown[] {
  const { output, status } = response;
  const items: unknown[] = Array.isArray(output) ? output : [];
  const end = status === 'incomplete' || status === 'failed' ? status : 'completed';
  return [
    { type: 'response.created', response },
    ...items.flatMap((item, output_index) => itemEvents(fieldsOf(item) ?? {}, output_index)),
    { type: `response.${end}`, response },
  ];
}

function itemEvents(item: Fields, output_index: number): unknown[] {
  const added = { type: 'response.output_item.added', output_index, item: withoutInput(item) };
  const done = { type: 'response.output_item.done', output_index, item };
  const parts: unknown[] =
    item['type'] === 'message' && Array.isArray(item['content']) ? item['content'] : [];
  const texts = parts.flatMap((part) => {
    const { text, refusal } = fieldsOf(part) ?? {};
    const delta = text ?? refusal;
    return typeof delta === 'string'
      ? [{ type: 'response.output_text.delta', item_id: item['id'], delta }]
      : [];
  });
  return [added, ...texts, done];
}

function withoutInput(item: Fields): Fields {
  return item['type'] === 'function_call' ? { ...item, arguments: '' } : item;
}
