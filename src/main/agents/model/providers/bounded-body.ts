import { CutOff, modelBounds } from '../model-bounds.ts';

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

/** A stream of JSON lines with the same limits. */
export function boundedLines(body: Body): Body {
  let [total, event] = [0, 0];
  return body.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      transform(chunk, controller) {
        total += chunk.length;
        if (total > modelBounds.stream) throw new CutOff('stream-too-large');
        let begin = 0;
        for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, begin)) {
          if (event + end - begin > modelBounds.event) throw new CutOff('event-too-large');
          [event, begin] = [0, end + 1];
        }
        event += chunk.length - begin;
        if (event > modelBounds.event) throw new CutOff('event-too-large');
        controller.enqueue(chunk);
      },
    }),
  );
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
