/**
 * An MCP server over standard input and output whose tools ask the person: `order` with a form, `sign_in` with a
 * link; `lock` with a form whose fields are secret, each said so in another way; `fetch`, of the era `legacy` alone,
 * with the error that wants a link opened first. As a program it takes the era of the protocol: `modern`, or `legacy`.
 */
import { z } from 'zod';

const requestedSchema = {
  type: 'object' as const,
  properties: {
    summary: { type: 'string' as const, title: 'Summary', maxLength: 40 },
    count: { type: 'integer' as const, title: 'Count', minimum: 1, maximum: 9, default: 2 },
    size: { type: 'string' as const, title: 'Size', enum: ['s', 'm'], enumNames: ['Small', 'Medium'] },
    urgent: { type: 'boolean' as const, title: 'Urgent' },
  },
  required: ['summary'],
};
const marked = {
  pin: { type: 'string' as const, title: 'Pin', format: 'password' },
  code: { type: 'string' as const, title: 'Code', writeOnly: true },
  key: { type: 'string' as const, title: 'Key', _meta: { 'example.com/field': { secret: true } } },
  note: { type: 'string' as const, title: 'Note' },
};
/** The libraries' types know nothing of the marks. */
const properties: Record<string, { type: 'string'; title: string }> = marked;
const secrets = {
  mode: 'form' as const,
  message: 'Lock it with these.',
  requestedSchema: { type: 'object' as const, properties },
};
const form = { mode: 'form' as const, message: 'What should **the order** say?', requestedSchema };
const link = { mode: 'url' as const, message: 'Sign in first.', url: 'http://127.0.0.1:9/login?from=parley' };

/** Says what came. */
function told(answer: unknown): { content: { type: 'text'; text: string }[] } {
  return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
}

/** Says how long what came is, and none of it. */
function counted(answer: unknown): ReturnType<typeof told> {
  const { content } = z.looseObject({ content: z.record(z.string(), z.string()) }).parse(answer);
  return told(Object.fromEntries(Object.entries(content).map(([id, text]) => [id, text.length])));
}

async function serveModern(): Promise<void> {
  const { McpServer, inputRequired } = await import('@modelcontextprotocol/server');
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  serveStdio(() => {
    const server = new McpServer({ name: 'shop', version: '1.0.0' }, { capabilities: { tools: {} } });
    const inputSchema = z.object({});
    server.registerTool('order', { description: 'Orders', inputSchema }, (_, { mcpReq }) => {
      const answer = mcpReq.inputResponses?.['form'];
      return answer === undefined
        ? inputRequired({ inputRequests: { form: inputRequired.elicit(form) }, requestState: '1' })
        : told(answer);
    });
    server.registerTool('lock', { description: 'Locks', inputSchema }, (_, { mcpReq }) => {
      const answer = mcpReq.inputResponses?.['form'];
      return answer === undefined
        ? inputRequired({ inputRequests: { form: inputRequired.elicit(secrets) }, requestState: '1' })
        : counted(answer);
    });
    server.registerTool('sign_in', { description: 'Signs in', inputSchema }, (_, { mcpReq }) => {
      const answer = mcpReq.inputResponses?.['web'];
      return answer === undefined
        ? inputRequired({ inputRequests: { web: inputRequired.elicitUrl(link) }, requestState: '1' })
        : told(answer);
    });
    return server;
  });
}

async function serveLegacy(): Promise<void> {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { UrlElicitationRequiredError } = await import('@modelcontextprotocol/sdk/types.js');
  const server = new McpServer({ name: 'shop', version: '1.0.0' }, { capabilities: { tools: {} } });
  const ask = (params: object) =>
    server.server.request(
      { method: 'elicitation/create', params: { ...params } },
      z.looseObject({ action: z.string() }),
      { timeout: 600_000 },
    );
  server.registerTool('order', { description: 'Orders' }, async () => told(await ask(form)));
  server.registerTool('lock', { description: 'Locks' }, async () => counted(await ask(secrets)));
  server.registerTool('sign_in', { description: 'Signs in' }, async () => {
    const answer = told(await ask({ ...link, elicitationId: 'e1' }));
    await server.server.notification({
      method: 'notifications/elicitation/complete',
      params: { elicitationId: 'e1' },
    });
    return answer;
  });
  let fetches = 0;
  server.registerTool('fetch', { description: 'Fetches' }, () => {
    fetches += 1;
    if (fetches === 1) throw new UrlElicitationRequiredError([{ ...link, elicitationId: 'e2' }]);
    return { content: [{ type: 'text' as const, text: `Fetched at call ${fetches}.` }] };
  });
  await server.connect(new StdioServerTransport());
}

await (process.argv[2] === 'legacy' ? serveLegacy() : serveModern());
