import { Readable, Transform, Writable } from 'node:stream';
import {
  client,
  type ClientConnection,
  methods,
  ndJsonStream,
  RequestError,
  type Stream,
} from '@agentclientprotocol/sdk';
import { isNestedTooDeep } from '../../nesting.ts';
import type { AgentProcess } from '../agent-process.ts';

/** What answers an agent. Updates are handed on in the order of the wire, before anything that came later. */
export type ClientHandlers = {
  update(params: unknown): void;
  permission(params: unknown, signal: AbortSignal): Promise<unknown>;
  elicitation(params: unknown, signal: AbortSignal): Promise<unknown>;
  /** Called when what an address was opened for is done. */
  completed(params: unknown): void;
  /** Answers an extension method; undefined for one that Parley does not know. */
  extension(method: string, params: unknown, signal: AbortSignal): Promise<unknown> | undefined;
  /** Called with any other notification. */
  notified?(method: string, params: unknown): void;
};

const asItIs = (params: unknown): unknown => params;

/**
 * Connects to an agent over its pipes. Its updates are handed on as they are read, ahead of the SDK's handlers, which
 * run out of order and drop what they do not know.
 */
export function connect(process: AgentProcess, requests: ClientHandlers): ClientConnection {
  const endFor = (fault: string) => {
    process.note(`It sent a message that is ${fault}, and was ended.`);
    void process.end();
  };
  const onTooLarge = () => endFor('too large');
  const lines = process.stdout.pipe(messagesOnly((line) => process.note(line), onTooLarge));
  const output = Writable.toWeb(process.stdin);
  // Node's types and the ones of the web differ in what a chunk may be.
  const input = Readable.toWeb(lines) as ReadableStream<Uint8Array>;
  const stream = inOrder(
    ndJsonStream(output, input),
    (params) => requests.update(params),
    () => endFor('nested too deep'),
  );
  return client({ name: 'parley' })
    .onRequest(methods.client.session.requestPermission, asItIs, ({ params, signal }) =>
      requests.permission(params, signal),
    )
    .onRequest(methods.client.elicitation.create, asItIs, ({ params, signal }) =>
      requests.elicitation(params, signal),
    )
    .onNotification(methods.client.elicitation.complete, asItIs, ({ params }) => requests.completed(params))
    .onNotification('*', ({ method, params }) => requests.notified?.(method, params))
    .onRequest('*', ({ method, params, signal }) => {
      const answer = requests.extension(method, params, signal);
      if (answer === undefined) throw RequestError.methodNotFound(method);
      return answer;
    })
    .connect(stream);
}

/**
 * Passes on one message a turn of the event loop, so that each is handled before the next. Stops at a message that is nested
 * too deep.
 */
function inOrder(
  { readable, writable }: Stream,
  onUpdate: (params: unknown) => void,
  onTooDeep: () => void,
): Stream {
  let isOver = false;
  const ordered = new TransformStream({
    async transform(message, controller) {
      if (!isOver && isNestedTooDeep(message)) {
        isOver = true;
        onTooDeep();
      }
      if (isOver) return;
      if (isUpdate(message)) return onUpdate(message.params);
      controller.enqueue(message);
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
  return { writable, readable: readable.pipeThrough(ordered) };
}

function isUpdate(message: unknown): message is { params: unknown } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'method' in message &&
    message.method === methods.client.session.update &&
    'params' in message
  );
}

const newline = 0x0a;
const brace = 0x7b;

/** The largest message of an agent, in bytes. */
const largestMessage = 32_000_000;

/**
 * Passes on the lines that are messages; other lines go into the agent's log. Stops at a line that is too large.
 */
function messagesOnly(onOther: (line: string) => void, onTooLarge: () => void): Transform {
  let rest: Buffer[] = [];
  let held = 0;
  const take = (line: Buffer): Buffer[] => {
    const first = line.find((byte) => byte > 0x20);
    if (first === undefined) return [];
    if (first === brace) return [line];
    onOther(line.toString('utf8').trim());
    return [];
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (held > largestMessage) return done();
      const kept: Buffer[] = [];
      let from = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        kept.push(...take(Buffer.concat([...rest, chunk.subarray(from, end + 1)])));
        rest = [];
        held = 0;
        from = end + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
      held += chunk.length - from;
      if (held > largestMessage) {
        rest = [];
        onTooLarge();
      }
      done(null, Buffer.concat(kept));
    },
    flush(done) {
      const last = Buffer.concat(rest);
      if (last.length > 0) onOther(last.toString('utf8').trim());
      done();
    },
  });
}
