import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { problemOf } from '../../../test/main/agents/model/request-rules.ts';
import { messageOf } from '../../../src/shared/thrown-error.ts';
import { properBody } from './proper-answers.ts';
import type { Misbehaviour, Reply } from './provider-replies.ts';

/** What the provider says when it behaves. */
export const wellSaid = 'All is well.';

type Model = Misbehaviour & { model: string };

export type MisbehavingProvider = Awaited<ReturnType<typeof startMisbehavingProvider>>;

/** A server of every provider's API, which knows by the name of a model how it is to behave. */
export async function startMisbehavingProvider() {
  const offered = new Map<string, Model>();
  const wrong = new Map<string, Reply[]>();
  const problems = new Map<string, string>();
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const path = request.url ?? '';
      if (request.method === 'GET') return void response.end(JSON.stringify(listOf([...offered.values()])));
      const [model = ''] = /model-\d+/.exec(path) ?? /model-\d+/.exec(body) ?? [];
      const { id, described } = offered.get(model) ?? { id: 'anthropic', described: null };
      if (path === '/api/show') return void response.end(JSON.stringify(described));
      const problem = problemIn(id, body);
      if (problem !== undefined) problems.set(model, problem);
      const answer = { thought: '', text: wellSaid, calls: [] };
      send(response, wrong.get(model)?.shift() ?? { ...well, body: properBody(id, answer) });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    /** Has these models, and no other. */
    offer(models: readonly Model[]) {
      for (const known of [offered, wrong, problems]) known.clear();
      for (const one of models) offered.set(one.model, one);
    },
    misbehave: (model: string) => void wrong.set(model, [...(offered.get(model)?.replies ?? [])]),
    behave: (model: string) => void wrong.delete(model),
    /** Throws where a request to a model was one that the real provider would refuse. */
    check(model: string) {
      const problem = problems.get(model);
      if (problem !== undefined) throw new Error(`A request would be refused: ${problem}.`);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function problemIn(id: Model['id'], body: string): string | undefined {
  try {
    return problemOf(id, body);
  } catch (error) {
    return messageOf(error);
  }
}

/** A list of models in the forms of all providers. */
function listOf(models: readonly Model[]) {
  const named = models.map(({ described, model }) => {
    return { ...(typeof described === 'object' && described), id: model, name: `models/${model}` };
  });
  return { data: named, models: named };
}

const well = { status: 200, type: 'text/event-stream', end: 'whole' } as const;

async function textOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function send(response: ServerResponse, { status, type, body, end }: Reply): void {
  response.writeHead(status, { 'content-type': type });
  if (end === 'whole') return void response.end(body);
  response.write(body === '' ? '\n' : body, () => response.socket?.resetAndDestroy());
}
