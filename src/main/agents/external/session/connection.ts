import { Readable, Transform, Writable } from 'node:stream';
import {
  type AnyMessage,
  client,
  type ClientConnection,
  methods,
  ndJsonStream,
  RequestError,
  type Stream,
} from '@agentclientprotocol/sdk';
import { isNestedTooDeep } from '../../nesting.ts';
import type { AgentProcess } from '../programs/agent-process.ts';

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

/** What a connection needs of an agent's process. */
type ConnectedProcess = Pick<AgentProcess, 'stdin' | 'stdout' | 'note' | 'end'>;

const asItIs = (params: unknown): unknown => params;

/**
 * Connects to an agent over its pipes. Its updates are handed on as they are read, ahead of the SDK's handlers, which
 * run out of order and drop what they do not know.
 */
export function connect(process: ConnectedProcess, requests: ClientHandlers): ClientConnection {
  const endFor = (fault: string) => {
    process.note(`It sent a message that is ${fault}, and was ended.`);
    void process.end();
  };
  const onTooLarge = () => endFor('too large');
  const messages = process.stdout.pipe(messagesOnly((line) => process.note(line), onTooLarge));
  // The SDK's reader answers a log line with an error, and takes one with an id for a response.
  const { writable } = ndJsonStream(Writable.toWeb(process.stdin), ReadableStream.from([]));
  // Node's types and the ones of the web differ.
  const readable = Readable.toWeb(messages) as ReadableStream<AnyMessage>;
  const stream = inOrder(
    { readable, writable },
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

/** The largest message of an agent, in bytes. */
const largestMessage = 32_000_000;

/**
 * Makes messages of lines that are JSON objects with `"jsonrpc": "2.0"`; any other line goes into the agent's log.
 * Stops at a line that is too large.
 */
function messagesOnly(onOther: (line: string) => void, onTooLarge: () => void): Transform {
  let rest: Buffer[] = [];
  let held = 0;
  return new Transform({
    readableObjectMode: true,
    transform(chunk: Buffer, _, done) {
      if (held > largestMessage) return done();
      let from = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        take(this, Buffer.concat([...rest, chunk.subarray(from, end)]));
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
      done();
    },
    flush(done) {
      take(this, Buffer.concat(rest));
      done();
    },
  });

  function take(to: Transform, bytes: Buffer): void {
    const line = bytes.toString('utf8').trim();
    const message = messageIn(line);
    if (message !== undefined) to.push(message);
    else if (line !== '') onOther(line);
  }
}

function messageIn(line: string): object | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    const isMessage =
      typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
    return isMessage ? value : undefined;
  } catch {
    return undefined;
  }
}
