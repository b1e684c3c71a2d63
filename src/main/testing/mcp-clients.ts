import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The official clients of both generations, which call tools the same way here. */
export const generations = ['2025', '2026'] as const;
export type Generation = (typeof generations)[number];

type Options = {
  timeout?: number;
  signal?: AbortSignal;
  onprogress?: () => void;
  resetTimeoutOnProgress?: boolean;
};

type Result = { content?: unknown; structuredContent?: unknown; isError?: unknown };

export type TestClient = {
  tools(): Promise<{ name: string; annotations?: { readOnlyHint?: boolean | undefined } | undefined }[]>;
  call(name: string, args: Record<string, unknown>, options?: Options): Promise<Result>;
  close(): Promise<void>;
};

/** Connects a client of a generation to the endpoint at an address. */
export async function connectMcp(
  generation: Generation,
  { url, token, name }: { url: string; token: string; name: string },
): Promise<TestClient> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  return generation === '2025' ? connect2025(url, requestInit, name) : connect2026(url, requestInit, name);
}

async function connect2025(url: string, requestInit: RequestInit, name: string): Promise<TestClient> {
  const client = new Client2025({ name, version: '1.0' });
  await client.connect(new Transport2025(new URL(url), { requestInit }));
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (tool, args, options) => {
      const result = await client.callTool({ name: tool, arguments: args }, undefined, options);
      return {
        content: result['content'],
        structuredContent: result['structuredContent'],
        isError: result['isError'],
      };
    },
    close: () => client.close(),
  };
}

async function connect2026(url: string, requestInit: RequestInit, name: string): Promise<TestClient> {
  const client = new Client(
    { name, version: '2.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return {
    tools: async () => (await client.listTools()).tools,
    call: (tool, args, options) => client.callTool({ name: tool, arguments: args }, options),
    close: () => client.close(),
  };
}
