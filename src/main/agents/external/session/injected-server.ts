import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { reviewInput } from '../../../../shared/contract/outside-requests.ts';
import { listedTools, outsideToolList } from '../../../../shared/contract/outside-tool-list.ts';
import type { Dialect, ToolResult } from '../../../../shared/dialects/dialect.ts';
import { createDialects } from '../../../../shared/dialects/registry.ts';
import { invalidInput } from '../../../../shared/dialects/tool-input.ts';
import type { Question } from '../../../../shared/questions/questions.ts';
import { boundUnauthenticated } from '../../../unauthenticated-sockets.ts';
import { serverName, type InjectedTool } from './injected-tools.ts';

export type InjectedCall =
  | { type: 'ask'; dialect: Dialect; questions: Question[] }
  | { type: 'review'; title: string; plan: string };

/**
 * The server with the injected tools, for as long as a session lasts; `server` is what the session is begun with, `isLoaded`
 * true once its agent has listed the tools.
 */
export type InjectedServer = {
  server: { type: 'http'; name: string; url: string; headers: { name: string; value: string }[] };
  readonly isLoaded: boolean;
  close(): void;
};

/** More than any question needs, in bytes. */
const largestBody = 4 * 1024 * 1024;

type InjectedServerDeps = {
  env: Record<string, string | undefined>;
  version: string;
  tools: readonly InjectedTool[];
  /** Waits for the person; `signal` aborts when the agent stops waiting. */
  answer: (call: InjectedCall, signal: AbortSignal) => Promise<ToolResult>;
  report: (error: unknown) => string;
};

/**
 * Opens an MCP server on this machine with Parley's tools for asking, for the session of an agent that can't ask. It has a
 * token of its own, and its questions belong to the agent's chat.
 */
export async function openInjectedServer(deps: InjectedServerDeps): Promise<InjectedServer> {
  let isLoaded = false;
  const handler = createMcpHandler(
    mcpServers(deps, () => (isLoaded = true)),
    {
      responseMode: 'sse',
      maxRequestBodySize: largestBody,
    },
  );
  const serve = toNodeHandler(handler, { maxRequestBodySize: largestBody, onerror: deps.report });
  const token = randomBytes(32).toString('base64url');
  const http = createServer((request, response) => {
    const isCaller = isSame(request.headers.authorization ?? '', `Bearer ${token}`);
    if (isCaller && request.headers.origin === undefined) {
      strangers.admit(request.socket);
      return void serve(request, response);
    }
    response.writeHead(401).end();
  });
  const strangers = boundUnauthenticated(http);
  http.requestTimeout = 0;
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  http.unref();
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const headers = [{ name: 'Authorization', value: `Bearer ${token}` }];
  return {
    server: { type: 'http', name: serverName, url: `http://127.0.0.1:${port}/mcp`, headers },
    get isLoaded() {
      return isLoaded;
    },
    close() {
      http.close();
      http.closeAllConnections();
      void handler.close();
    },
  };
}

/** Returns what makes the MCP server of a request: its tools are as for outside askers, without the workspace to ask in. */
function mcpServers(
  { env, version, tools, answer }: InjectedServerDeps,
  onListed: () => void,
): () => McpServer {
  const isInjected = ({ name }: { name: string }) => tools.some((tool) => tool === name);
  const dialects = createDialects(env);
  const listed = listedTools(dialects, {}).flatMap((tool) => {
    if (!isInjected(tool)) return [];
    const { workspace: _, ...properties } = tool.inputSchema.properties ?? {};
    return [{ ...tool, inputSchema: { ...tool.inputSchema, properties } }];
  });
  return () => {
    const mcp = new McpServer(
      { name: serverName, title: 'Parley', version },
      { capabilities: { tools: {} } },
    );
    mcp.server.setRequestHandler('tools/list', () => {
      onListed();
      return { tools: listed };
    });
    mcp.server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const tool = outsideToolList(dialects, {}).find(({ name }) => name === params.name);
      if (tool === undefined || !isInjected(tool))
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool called ${params.name}.`);
      const result = await answerTo(
        tool.kind === 'ask' ? tool.dialect : undefined,
        params.arguments ?? {},
        (call) => answer(call, mcpReq.signal),
      );
      return { content: [{ type: 'text', text: result.text }], ...(result.ok ? {} : { isError: true }) };
    });
    return mcp;
  };
}

/** Has a call answered; one without a dialect is a plan to be reviewed. */
async function answerTo(
  dialect: Dialect | undefined,
  args: unknown,
  answer: (call: InjectedCall) => Promise<ToolResult>,
): Promise<ToolResult> {
  if (dialect === undefined) {
    const read = reviewInput.safeParse(args);
    if (!read.success) return { ok: false, text: invalidInput('review_plan', read.error) };
    return answer({ type: 'review', ...read.data });
  }
  const parsed = dialect.parse(args);
  switch (parsed.type) {
    case 'refused':
      return { ok: false, text: parsed.error };
    case 'done':
      return parsed.result;
    case 'supplied':
      return dialect.format(parsed.questions, parsed.outcome);
    case 'ask':
      return answer({ type: 'ask', dialect, questions: parsed.questions });
  }
}

function isSame(given: string, known: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(known)];
  return one.length === other.length && timingSafeEqual(one, other);
}
