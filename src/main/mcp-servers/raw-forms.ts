import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { z } from 'zod';

/** How many schemas wait to be read; beyond it the oldest is dropped. */
const mostWaiting = 100;

const objectSchema = z.record(z.string(), z.unknown());

const elicitationSchema = z.looseObject({
  method: z.literal('elicitation/create'),
  params: z.looseObject({ requestedSchema: z.unknown() }),
});

/**
 * The raw schemas of forms. The library removes what it does not know, such as marks of secrets, and rejects
 * forms that a person should hear of; so it gets a name in place of each schema.
 */
export class RawForms {
  readonly #schemas = new Map<string, unknown>();

  /** Takes the schemas out of everything that a transport receives. */
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

  /** Returns the schema for a name; anything else is its own schema. */
  schemaOf(requested: { properties: Record<string, unknown> }): unknown {
    const [name = ''] = Object.keys(requested.properties);
    if (!this.#schemas.has(name)) return requested;
    const schema = this.#schemas.get(name);
    this.#schemas.delete(name);
    return schema;
  }

  /** In both protocols: one asks by a request, the other in the result of a call. */
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
