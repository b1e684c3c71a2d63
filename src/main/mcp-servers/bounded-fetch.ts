/** The largest response, or event of a stream, in bytes. */
const largest = 32_000_000;

const lineFeed = 10;

/** Like `fetch`, but ends a response, or a stream's event, that is too large. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  let [taken, last] = [0, 0];
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      for (const byte of isStream ? chunk : []) {
        if (byte === lineFeed && last === lineFeed) taken = 0;
        if (byte !== 13) last = byte;
        taken += 1;
      }
      if (!isStream) taken += chunk.length;
      if (taken > largest) throw new Error('The server sent a message that is too large.');
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers, url } = response;
  const bounded = new Response(response.body.pipeThrough(counter), { status, statusText, headers });
  Object.defineProperty(bounded, 'url', { value: url });
  return bounded;
};
