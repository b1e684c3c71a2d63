import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request as it went over the wire, before any server made sense of it. */
export type WireRequest = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
};

/** Where Ollama describes a model; no test server does. */
export const describesModel = '/api/show';

/** An answer given in place of the real server's. */
export type SubstituteReply = { status: number; body: unknown; headers?: Record<string, string> };

/** What a request of a model gets: the real answer, or another, which may go by the request's body. */
type NextAnswer = SubstituteReply | 'real' | ((body: string) => SubstituteReply);

/**
 * Stands before a local server of any provider: records every request as it came, and answers in
 * its place where told to, for what such a server cannot be brought to say.
 */
export async function startProviderProxy(target: string) {
  const requests: WireRequest[] = [];
  const lists: WireRequest[] = [];
  const queue: NextAnswer[] = [];
  const pages = new Map<string, SubstituteReply>();
  const server = createServer((request, response) => {
    void readText(request).then(async (body) => {
      const { method = '', url: path = '', headers } = request;
      if (path === describesModel) return answer(response, { status: 404, body: {} });
      (method === 'GET' ? lists : requests).push({ method, path, headers, body });
      const instead = pages.get(path.replace(/\?.*$/, '')) ?? (method === 'POST' ? queue.shift() : undefined);
      return instead === undefined || instead === 'real'
        ? forward(`${target}${path}`, { method, path, headers, body }, response)
        : answer(response, typeof instead === 'function' ? instead(body) : instead);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Those for answers. */
    requests,
    /** Those for lists of models. */
    lists,
    /** The next requests of a model get these instead, or the real answer. */
    answerNext: (...answers: NextAnswer[]) => void queue.push(...answers),
    /** Every request of this path gets this instead. */
    answerAt: (path: string, instead: SubstituteReply) => void pages.set(path, instead),
    /** Forgets every request, and the answers that are to be given instead. */
    reset: () => {
      for (const list of [requests, lists, queue]) list.length = 0;
      pages.clear();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type ProviderProxy = Awaited<ReturnType<typeof startProviderProxy>>;

async function readText(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function answer(response: ServerResponse, { status, body, headers = {} }: SubstituteReply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function forward(url: string, request: WireRequest, response: ServerResponse): Promise<void> {
  const { method, headers, body } = request;
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !/^(host|connection|content-length)$/.test(name) ? [[name, value]] : [],
  );
  const reply = await fetch(url, { method, headers: kept, ...(method === 'POST' ? { body } : {}) });
  const passed = ['content-type', 'retry-after'].flatMap((name): [string, string][] => {
    const value = reply.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  response.writeHead(reply.status, Object.fromEntries(passed));
  response.end(Buffer.from(await reply.arrayBuffer()));
}
