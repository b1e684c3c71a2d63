import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { z } from 'zod';

/** The most schemas that wait to be read; a server that sends more without need loses the oldest. */
const mostWaiting = 100;

const objectSchema = z.record(z.string(), z.unknown());

const elicitationSchema = z.looseObject({
  method: z.literal('elicitation/create'),
  params: z.looseObject({ requestedSchema: z.unknown() }),
});

/**
 * The schemas of forms as servers sent them. The library takes away what it does not know, such as the marks of
 * secrets, and turns forms down that a person can be told about; so it gets a name in place of each schema.
 */
export class RawForms {
  readonly #schemas = new Map<string, unknown>();

  /** Takes the schemas out of whatever comes by a transport. */
  watch(transport: Transport): void {
    let taken = transport.onmessage;
    Object.defineProperty(transport, 'onmessage', {
      configurable: true,
      get: () => taken,
      set: (take: Transport['onmessage']) => {
        taken = take && ((message, extra) => take(this.#named(message), extra));
      },
    });
  }

  /** Returns the schema that a name stands for; what is no name stands for itself. */
  schemaOf(requested: { properties: Record<string, unknown> }): unknown {
    const [name = ''] = Object.keys(requested.properties);
    if (!this.#schemas.has(name)) return requested;
    const schema = this.#schemas.get(name);
    this.#schemas.delete(name);
    return schema;
  }

  /** Both protocols: the one asks by a request of its own, the other by the answer to a call. */
  #named<Message extends JSONRPCMessage>(message: Message): Message {
    if ('method' in message) return this.#renamed(message);
    if (!('result' in message)) return message;
    const requests = objectSchema.safeParse(message.result['inputRequests']);
    if (!requests.success) return message;
    const named = Object.entries(requests.data).map(([name, request]) => [name, this.#renamed(request)]);
    return { ...message, result: { ...message.result, inputRequests: Object.fromEntries(named) } };
  }

  #renamed<Request>(request: Request): Request {
    const asked = elicitationSchema.safeParse(request);
    if (!asked.success || asked.data.params.requestedSchema === undefined) return request;
    const name = `form-${randomUUID()}`;
    this.#schemas.set(name, asked.data.params.requestedSchema);
    const [oldest] = this.#schemas.keys();
    if (this.#schemas.size > mostWaiting && oldest !== undefined) this.#schemas.delete(oldest);
    const requestedSchema = { type: 'object', properties: { [name]: { type: 'boolean' } } };
    return { ...request, params: { ...asked.data.params, requestedSchema } };
  }
}
