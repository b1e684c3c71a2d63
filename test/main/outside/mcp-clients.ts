import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioTransport2025 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpTransport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ListRootsRequestSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** The official clients of both generations, which call tools the same way here. */
export const generations = ['2025', '2026'] as const;
export type Generation = (typeof generations)[number];

/** Milliseconds, and whether progress begins them anew; `signal` cancels in so many words. */
export type CallOptions = {
  timeout?: number;
  signal?: AbortSignal;
  onprogress?: (told: { progress: number; message?: string | undefined }) => void;
  resetTimeoutOnProgress?: boolean;
};

type Result = { content?: unknown; structuredContent?: unknown; isError?: unknown; _meta?: unknown };

type ListedTool = {
  name: string;
  annotations?: { readOnlyHint?: boolean | undefined } | undefined;
  outputSchema?: unknown;
};

export type TestClient = {
  tools(): Promise<ListedTool[]>;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<Result>;
  close(): Promise<void>;
};

/** The endpoint of a client: an address, or a command that speaks by standard input and output. */
export type Endpoint =
  | { url: string; token: string }
  | { command: string; args: string[]; cwd?: string; env: Record<string, string> };

/** The name of a client, and the addresses of its open folders, where it announces them. */
export type Self = {
  name: string;
  roots?: readonly string[] | undefined;
  /** Is called when the server says that its list of tools changed. */
  onToolsChanged?: () => void;
};

/** Connects a client of a generation. The caller closes it. */
export function connectMcp(generation: Generation, endpoint: Endpoint, self: Self): Promise<TestClient> {
  switch (generation) {
    case '2025':
      return connect2025(endpoint, self);
    case '2026':
      return connect2026(endpoint, self);
  }
}

async function connect2025(endpoint: Endpoint, self: Self): Promise<TestClient> {
  const client = new Client2025({ name: self.name, version: '1.0' }, { capabilities: capabilitiesOf(self) });
  if (self.roots !== undefined) client.setRequestHandler(ListRootsRequestSchema, () => rootsOf(self));
  if (self.onToolsChanged !== undefined)
    client.setNotificationHandler(ToolListChangedNotificationSchema, self.onToolsChanged);
  await client.connect(
    'url' in endpoint
      ? new HttpTransport2025(new URL(endpoint.url), credential(endpoint.token))
      : new StdioTransport2025(endpoint),
  );
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (tool, args, options) => {
      const result = await client.callTool({ name: tool, arguments: args }, undefined, options);
      return {
        content: result['content'],
        structuredContent: result['structuredContent'],
        isError: result['isError'],
        _meta: result['_meta'],
      };
    },
    close: () => client.close(),
  };
}

async function connect2026(endpoint: Endpoint, self: Self): Promise<TestClient> {
  const client = new Client(
    { name: self.name, version: '2.0' },
    {
      capabilities: capabilitiesOf(self),
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      ...(self.onToolsChanged && {
        listChanged: { tools: { autoRefresh: false, onChanged: self.onToolsChanged } },
      }),
    },
  );
  if (self.roots !== undefined) client.setRequestHandler('roots/list', () => rootsOf(self));
  await client.connect(
    'url' in endpoint
      ? new StreamableHTTPClientTransport(new URL(endpoint.url), credential(endpoint.token))
      : new StdioClientTransport(endpoint),
  );
  return {
    tools: async () => (await client.listTools()).tools,
    call: (tool, args, options) => client.callTool({ name: tool, arguments: args }, options),
    close: () => client.close(),
  };
}

const credential = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });
const capabilitiesOf = ({ roots }: Self) => (roots === undefined ? {} : { roots: {} });
const rootsOf = ({ roots = [] }: Self) => ({ roots: roots.map((uri) => ({ uri })) });
