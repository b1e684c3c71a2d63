/**
 * An MCP server over standard input and output whose tools ask the person, take their time, and write down what
 * reaches them. Its argument is the version of the protocol: `modern` or `legacy`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { note } from './trial-log.ts';

const inputSchema = z.object({ key: z.string() });

const requestedSchema = (secret: boolean) => ({
  type: 'object' as const,
  properties: {
    note: { type: 'string' as const, title: 'Note' },
    ...(secret && {
      pin: { type: 'string' as const, title: 'Pin', _meta: { codex: { isSecret: true } } },
    }),
  },
  required: ['note'],
});

const form = (key: string, secret: boolean) => ({
  mode: 'form' as const,
  message: `Your order ${key}?`,
  requestedSchema: requestedSchema(secret),
});

const link = (key: string) => ({
  mode: 'url' as const,
  message: 'Sign in.',
  url: `http://127.0.0.1:9/${key}`,
});

type Result = { content: { type: 'text'; text: string }[] };

/** Says that the call is done; the answer itself is written down, and is nobody else's. */
function done(key: string, answer: unknown): Result {
  note({ type: 'answer', key, answer });
  return { content: [{ type: 'text', text: `Done with ${key}.` }] };
}

async function slow(key: string): Promise<Result> {
  note({ type: 'called', key });
  await wait(300);
  return { content: [{ type: 'text', text: `Done with ${key}.` }] };
}

async function serveModern(): Promise<void> {
  const { McpServer, inputRequired } = await import('@modelcontextprotocol/server');
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  serveStdio(() => {
    const server = new McpServer({ name: 'modern', version: '1.0.0' }, { capabilities: { tools: {} } });
    for (const [name, isSecret] of [
      ['plain', false],
      ['secret', true],
    ] as const)
      server.registerTool(name, { description: 'Orders', inputSchema }, ({ key }, { mcpReq }) => {
        const answer = mcpReq.inputResponses?.['form'];
        if (answer !== undefined) return done(key, answer);
        const asked = inputRequired.elicit(form(key, isSecret));
        return inputRequired({ inputRequests: { form: asked }, requestState: '1' });
      });
    server.registerTool('link', { description: 'Signs in', inputSchema }, ({ key }, { mcpReq }) => {
      const answer = mcpReq.inputResponses?.['web'];
      if (answer !== undefined) return done(key, answer);
      return inputRequired({ inputRequests: { web: inputRequired.elicitUrl(link(key)) }, requestState: '1' });
    });
    server.registerTool('slow', { description: 'Takes its time', inputSchema }, ({ key }) => slow(key));
    return server;
  });
}

async function serveLegacy(): Promise<void> {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const server = new McpServer({ name: 'legacy', version: '1.0.0' }, { capabilities: { tools: {} } });
  const ask = (params: object) =>
    server.server.request(
      { method: 'elicitation/create', params: { ...params } },
      z.looseObject({ action: z.string() }),
      { timeout: 600_000 },
    );
  const shape = inputSchema.shape;
  server.registerTool('plain', { description: 'Orders', inputSchema: shape }, async ({ key }) =>
    done(key, await ask(form(key, false))),
  );
  server.registerTool('secret', { description: 'Orders', inputSchema: shape }, async ({ key }) =>
    done(key, await ask(form(key, true))),
  );
  server.registerTool('link', { description: 'Signs in', inputSchema: shape }, async ({ key }) =>
    done(key, await ask({ ...link(key), elicitationId: key })),
  );
  server.registerTool('slow', { description: 'Takes its time', inputSchema: shape }, ({ key }) => slow(key));
  await server.connect(new StdioServerTransport());
}

await (process.argv[2] === 'legacy' ? serveLegacy() : serveModern());
// Its host has to end it: it does not end when its input is closed.
setInterval(() => undefined, 60_000);
