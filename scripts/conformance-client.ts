/** Uses a server as a chat's agent would. MCP's conformance suite starts this with the server's address. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createSecretFile } from '../src/main/keys/key-store.ts';
import { OrphanedProcesses } from '../src/main/commands/orphaned-processes.ts';
import { McpServers } from '../src/main/mcp-servers/mcp-servers.ts';
import { makeServer, type Server, type ServerDeps } from '../src/main/mcp-servers/server.ts';
import { SignIns } from '../src/main/mcp-servers/sign-in/callback-listener.ts';
import { SignInNeeded } from '../src/main/mcp-servers/server-unusable.ts';
import type { ToolContext } from '../src/main/chat/chat-history.ts';
import { Elicitation } from '../src/main/tools/mcp/elicitation.ts';
import { answer } from '../src/shared/forms/answer.ts';
import { parseFormSchema } from '../src/shared/forms/parse-schema.ts';

/** The most attempts to sign in to one server; a person would have given up by then. */
const mostSignIns = 3;

/** What the suite gives a client beside the address: a registered client, or the calls to make. */
const contextSchema = z.looseObject({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })).optional(),
});

const address = process.argv[2] ?? '';
const told = contextSchema.parse(JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}'));
const dataDir = mkdtempSync(join(tmpdir(), 'parley-conformance-'));
const oauth =
  told.client_id === undefined
    ? {}
    : { oauth: { clientId: told.client_id, clientSecret: told.client_secret } };
writeFileSync(
  join(dataDir, 'mcp.json'),
  JSON.stringify({ mcpServers: { suite: { url: address, ...oauth } } }),
);

/** Sends every form as its asker filled it in beforehand. */
const elicitation = new Elicitation({
  async ask({ schema }) {
    const parsed = parseFormSchema(schema);
    if (!parsed.ok) return { action: 'refused', problem: parsed.reason };
    const given = answer(parsed.form.fields, []);
    if (!given.ok) return { action: 'decline' };
    return {
      action: 'accept',
      content: Object.fromEntries(given.values.map(({ id, value }) => [id, value])),
    };
  },
  askToOpen: async () => ({ action: 'decline' }),
});

const report = (error: unknown) => process.stderr.write(`${String(error)}\n`);
const file = createSecretFile(join(dataDir, 'sign-ins.json'), z.string());
const orphaned = new OrphanedProcesses(join(dataDir, 'mcp-servers.running'));
const signIns = new SignIns({ file, report, now: Date.now });
const after = () => () => {};
const serverDeps: ServerDeps = {
  dataDir,
  home: dataDir,
  shell: {
    environment: async () => ({}),
    program: async () => {
      throw new Error('The suite names no command.');
    },
  },
  prepare: (client, server) => elicitation.prepare(client, server),
  version: '0',
  newMarker: randomUUID,
  orphaned,
  signIns,
  after,
  now: Date.now,
};
const servers = new McpServers({
  dataDir,
  trust: { read: async () => undefined, subscribe: () => () => {} },
  switchedOff: () => [],
  sharing: () => ({}),
  makeServer: (folder, entry, onChange) => makeServer(folder, entry, onChange, serverDeps),
  signIns,
  orphaned,
  onChange: () => {},
  report,
  after,
});

/** Does something with a server, and signs in where the server wants that, as a person with a browser does. */
async function signedIn<Result>(server: Server, act: () => Promise<Result>): Promise<Result> {
  for (let left = mostSignIns; ; left -= 1) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof SignInNeeded) || server.signIn === undefined || left === 0) throw error;
      const wait = await server.signIn.begin();
      await (await fetch(wait.address)).text();
      const end = await Promise.race([
        wait.ended,
        new Promise((resolve) => setTimeout(resolve, 5_000).unref()),
      ]);
      process.stderr.write(`${JSON.stringify(end)}\n`);
      wait.leave();
    }
  }
}

/** A value of the type that a property takes. */
function plausible(schema: unknown): unknown {
  const { type, default: preset, enum: values } = z.looseObject({}).catch({}).parse(schema);
  if (preset !== undefined) return preset;
  if (Array.isArray(values)) return values[0];
  if (type === 'number' || type === 'integer') return 5;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  return type === 'object' ? {} : 'text';
}

async function use(server: Server): Promise<void> {
  const { connection } = server;
  await signedIn(server, () => connection.use());
  const { signal } = new AbortController();
  const listed = connection.tools().tools.map(({ name, inputSchema }) => {
    const entries = Object.entries(inputSchema.properties ?? {});
    return { name, arguments: Object.fromEntries(entries.map(([key, schema]) => [key, plausible(schema)])) };
  });
  for (const call of told.toolCalls ?? listed) {
    const workspaceId = z.custom<ToolContext['workspaceId']>().parse('chat');
    const context = z.custom<ToolContext>().parse({ workspaceId, asker: 'Parley', signal });
    const ended = elicitation.begun(server, context);
    await signedIn(server, () => connection.call(call.name, call.arguments, { signal })).catch(
      (error: unknown) => process.stderr.write(`${call.name}: ${String(error)}\n`),
    );
    ended();
  }
}

try {
  for (const server of await servers.of(null)) await use(server);
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
} finally {
  await servers.close();
  rmSync(dataDir, { recursive: true, force: true });
}
