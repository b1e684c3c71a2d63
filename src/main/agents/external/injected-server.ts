import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { reviewInput } from '../../../shared/contract/outside-requests.ts';
import { listedTools, outsideToolList } from '../../../shared/contract/outside-tool-list.ts';
import { type Dialect, invalidInput, type ToolResult } from '../../../shared/dialects/dialect.ts';
import { createDialects } from '../../../shared/dialects/registry.ts';
import type { Question } from '../../../shared/questions/question.ts';
import { boundUnauthenticated } from '../../unauthenticated-sockets.ts';
import { lentServer, type LentTool } from './injected-tools.ts';

/** A call of a tool that is lent to an agent. */
export type LentCall =
  | { type: 'ask'; dialect: Dialect; questions: Question[] }
  | { type: 'review'; title: string; plan: string };

/** The tools as an agent finds them, for as long as its session lasts. */
export type Lent = {
  server: { type: 'http'; name: string; url: string; headers: { name: string; value: string }[] };
  close(): void;
};

/** More than any question needs, in bytes. */
const largestBody = 4 * 1024 * 1024;

type LendingParts = {
  env: Record<string, string | undefined>;
  version: string;
  /** The tools to lend. */
  tools: readonly LentTool[];
  /** Waits for the person; `signal` aborts when the agent stops waiting. */
  answer: (call: LentCall, signal: AbortSignal) => Promise<ToolResult>;
  report: (error: unknown) => string;
};

/**
 * Lends an agent that can't ask Parley's own tools for it: an MCP server on this machine, with a token of its own,
 * whose questions belong to the agent's chat.
 */
export async function lendAsking({ env, version, tools, answer, report }: LendingParts): Promise<Lent> {
  const isLentHere = ({ name }: { name: string }) => tools.some((tool) => tool === name);
  const dialects = createDialects(env);
  const listed = listedTools(dialects, {}).flatMap((tool) => {
    if (!isLentHere(tool)) return [];
    const { workspace: _, ...properties } = tool.inputSchema.properties ?? {};
    return [{ ...tool, inputSchema: { ...tool.inputSchema, properties } }];
  });
  const newServer = (): McpServer => {
    const mcp = new McpServer(
      { name: lentServer, title: 'Parley', version },
      { capabilities: { tools: {} } },
    );
    mcp.server.setRequestHandler('tools/list', () => ({ tools: listed }));
    mcp.server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const tool = outsideToolList(dialects, {}).find(({ name }) => name === params.name);
      if (tool === undefined || !isLentHere(tool))
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
  const handler = createMcpHandler(newServer, { responseMode: 'sse', maxRequestBodySize: largestBody });
  const serve = toNodeHandler(handler, { maxRequestBodySize: largestBody, onerror: report });
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
    server: { type: 'http', name: lentServer, url: `http://127.0.0.1:${port}/mcp`, headers },
    close() {
      http.close();
      http.closeAllConnections();
      void handler.close();
    },
  };
}

/** Reads what a tool was called with, and has it answered; without a dialect it is a plan to be reviewed. */
async function answerTo(
  dialect: Dialect | undefined,
  args: unknown,
  answer: (call: LentCall) => Promise<ToolResult>,
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
