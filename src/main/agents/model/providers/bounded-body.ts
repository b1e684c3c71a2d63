import { CutOff, modelBounds } from '../model-table.ts';

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;
type Bytes = Uint8Array<ArrayBuffer>;

const lineFeed = 10;
const carriageReturn = 13;

/**
 * A stream of events that ends in CutOff where an event, or the whole, is too large. Extra blank lines between
 * events are dropped, since libraries are slow with them.
 */
export function boundedEvents(body: Body): Body {
  const { stream: longest, event: longestEvent } = modelBounds;
  let [total, event, line, last] = [0, 0, 0, 0];
  return body.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      transform(chunk, controller) {
        total += chunk.length;
        if (total > longest) throw new CutOff('stream-too-large');
        const isBetween = event === 0;
        let isBlank = true;
        for (const byte of chunk) {
          event += 1;
          if (byte === lineFeed || byte === carriageReturn) {
            const isSecondHalf = byte === lineFeed && last === carriageReturn;
            if (line === 0 && !isSecondHalf) event = 0;
            line = 0;
          } else {
            line += 1;
            isBlank = false;
          }
          last = byte;
          if (event > longestEvent) throw new CutOff('event-too-large');
        }
        if (!isBetween || !isBlank) controller.enqueue(chunk);
      },
    }),
  );
}

/** A line is not JSON. Its content is not repeated. */
class UnreadableLine extends Error {
  override readonly name = 'InvalidResponseDataError';
}

/**
 * A stream of JSON lines with the same limits. Blank lines are dropped, and a line that is not JSON ends it: the
 * library would print either.
 */
export function boundedLines(body: Body): Body {
  let total = 0;
  let held: Bytes[] = [];
  let heldBytes = 0;
  const hold = (bytes: Bytes): void => {
    heldBytes += bytes.length;
    if (heldBytes > modelBounds.event) throw new CutOff('event-too-large');
    held.push(bytes);
  };
  const pass = (controller: TransformStreamDefaultController<Bytes>): void => {
    const line = Buffer.concat(held).toString('utf8').trim();
    [held, heldBytes] = [[], 0];
    if (line === '') return;
    if (!isJson(line)) throw new UnreadableLine('A line of the answer is no JSON.');
    controller.enqueue(new TextEncoder().encode(`${line}\n`));
  };
  return body.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      transform(chunk, controller) {
        total += chunk.length;
        if (total > modelBounds.stream) throw new CutOff('stream-too-large');
        let begin = 0;
        for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, begin)) {
          if (end > begin) hold(chunk.subarray(begin, end));
          if (heldBytes > 0) pass(controller);
          begin = end + 1;
        }
        hold(chunk.subarray(begin));
      },
      flush: pass,
    }),
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A body that ends in CutOff beyond the limit for a list. */
export function boundedList(body: Body): Body {
  let total = 0;
  return body.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      transform(chunk, controller) {
        total += chunk.length;
        if (total > modelBounds.list) throw new CutOff('list-too-large');
        controller.enqueue(chunk);
      },
    }),
  );
}

/** The start of a refusal: enough to tell what it is about. */
export function beginningOf(body: Body): Body {
  let left: number = modelBounds.refusal;
  return body.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) controller.terminate();
      },
    }),
  );
}
