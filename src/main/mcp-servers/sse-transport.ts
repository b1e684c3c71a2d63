import { SSEClientTransport, type SSEClientTransportOptions } from '@modelcontextprotocol/client';

/**
 * The transport of 2024: all answers come in one stream of events. The session ends with the stream; the library would
 * reconnect, and wait for answers that the new session never sends.
 */
export class SseTransport extends SSEClientTransport {
  #isClosed = false;

  constructor(url: URL, { fetch: given = fetch, ...options }: SSEClientTransportOptions) {
    super(url, {
      ...options,
      fetch: async (input, init) => {
        const response = await given(input, init);
        const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
        return response.ok && isStream ? this.#followed(response) : response;
      },
    });
  }

  override async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await super.close();
  }

  #followed({ body, status, statusText, headers, url }: Response): Response {
    if (body === null) return new Response(null, { status, statusText, headers });
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    const ended = () => void this.close();
    body.pipeTo(writable).then(ended, ended);
    const followed = new Response(readable, { status, statusText, headers });
    Object.defineProperty(followed, 'url', { value: url });
    return followed;
  }
}
