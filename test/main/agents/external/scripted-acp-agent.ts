import { existsSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  agent,
  type ContentBlock,
  type McpServer,
  methods,
  ndJsonStream,
  RequestError,
} from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { say, scenes, type Told, wire } from './scripted-acp-scenes.ts';

/**
 * An agent that speaks the Agent Client Protocol over its pipes and does what the last line of a prompt names. Run
 * as a program; `SCRIPTED` in its environment says how it begins, and `PRINTS` what it prints first.
 *
 * It stands for the protocol itself and for what agents do wrong in it, not for one of them: junk on its output, no
 * answer, an early end, injected tools that it does not load (`DROPS_TOOLS`), the MCP servers that it can reach (`TAKES_MCP`), a key that it wants (`WANTS_KEY`; in each process with `WANTS_SIGN_IN`; by the `WAYS` that it names), unknown updates, and any message that a prompt writes out (`request`, `updates`). Only
 * `_session/steering` is Claude Code's and Codex's.
 */

/** The generation of MCP in which it calls injected tools; undefined where it asks in its own way. */
const generation = (['2025', '2026'] as const).find((one) => one === process.env['MCP_GENERATION']);
/** The MCP servers with which its session was begun, or entered last. */
let givenServers: readonly McpServer[] = [];
/** The folder with which its session was begun, or entered last. */
let sessionFolder = '';

/** Calls an injected tool, as a prompt writes it out: `call <tool> <input>`, and says what came of it. */
async function call(told: Told): Promise<void> {
  const [, tool = '', input = ''] = /^call (\S+) (.*)$/m.exec(told.text) ?? [];
  if (generation === undefined) throw new Error('No tool is injected.');
  const { connectInjected } = await import('./injected-client.ts');
  const client = await connectInjected(givenServers, generation);
  const answer = await client.call(tool, z.record(z.string(), z.unknown()).parse(JSON.parse(input)));
  await say(told, `Answered: ${JSON.stringify(answer.content)}`);
  await client.close();
}

const takesMcp = process.env['TAKES_MCP'];

/** What it was last asked to sign its person in by. */
let signedInBy: unknown = null;

/** Says how its person signed in. */
const signedIn = (told: Told) => say(told, `Signed in: ${JSON.stringify(signedInBy)}`);

/** Loads the injected tools in the middle of a turn. */
async function loadLate(told: Told): Promise<void> {
  const { loadTools } = await import('./injected-client.ts');
  await loadTools(givenServers, generation);
  await say(told, 'Loaded');
}

/** Says in which folder its session works, and in which its process was started. */
const folders = (told: Told) => say(told, `Folders: ${JSON.stringify([sessionFolder, process.cwd()])}`);

/** Says which MCP servers it was given. */
const servers = (told: Told) => say(told, `Servers: ${JSON.stringify(givenServers)}`);

/** Calls a tool of a server that it was given, as a prompt writes it out: `use <server> <tool> <input>`. */
async function use(told: Told): Promise<void> {
  const [, name, tool = '', input = ''] = /^use (\S+) (\S+) (.*)$/m.exec(told.text) ?? [];
  const { callGiven } = await import('./given-server.ts');
  const server = givenServers.find((given) => given.name === name);
  await say(
    told,
    `Used: ${server === undefined ? 'no such server' : await callGiven(server, tool, JSON.parse(input))}`,
  );
}

/** Says what a variable is that it was started with: `variable <name>`. */
const variable = (told: Told) =>
  say(told, `Variable: ${process.env[/^variable (\S+)$/m.exec(told.text)?.[1] ?? '']}`);

const sessions = new Map<string, { cancelled: AbortController; steered: PromiseWithResolvers<string> }>();

const textOf = (prompt: readonly ContentBlock[]) =>
  prompt.map((one) => (one.type === 'text' ? one.text : `[${one.type}]`));

/** The mode of a process that is no agent at all. */
const beginning = process.env['SCRIPTED'] ?? '';
if (beginning === 'junk') process.stdout.write('Welcome to the agent!\nneeds {no} JSON\n');
process.stdout.write(process.env['PRINTS'] ?? '');
if (beginning === 'dies') {
  process.stderr.write('cannot find my settings\n');
  process.exit(7);
}
if (beginning === 'endless') {
  const piece = 'x'.repeat(1_000_000);
  process.stdout.write('{"jsonrpc":"');
  const more = () => process.stdout.write(piece, more);
  more();
}
if (beginning === 'silent') await new Promise((resolve) => process.stdin.on('end', resolve).resume());

agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, async () => {
    const go = process.env['GO'];
    while (go !== undefined && !existsSync(go)) await pause(10);
    return {
      protocolVersion: beginning === 'version' ? 9 : 1,
      agentInfo: { name: 'scripted', version: '1.0.0' },
      agentCapabilities: {
        loadSession: true,
        sessionCapabilities: { resume: {} },
        ...(generation !== undefined && { mcpCapabilities: { http: true } }),
        ...(takesMcp !== undefined && {
          mcpCapabilities: z.record(z.string(), z.boolean()).parse(JSON.parse(takesMcp)),
        }),
      },
      authMethods: z.array(z.any()).parse(JSON.parse(process.env['WAYS'] ?? '[]')),
      ...(process.env['STEERS'] !== undefined && { _meta: { steering: { supported: true } } }),
    };
  })
  .onRequest(methods.agent.authenticate, ({ params }) => {
    signedInBy = params;
    return {};
  })
  .onRequest(methods.agent.session.new, async ({ params }) => {
    givenServers = params.mcpServers;
    sessionFolder = params.cwd;
    if (generation !== undefined && process.env['DROPS_TOOLS'] === undefined)
      await (await import('./injected-client.ts')).loadTools(givenServers, generation);
    const [variable = '', key] = (process.env['WANTS_KEY'] ?? '').split('=');
    const isSignedOut = process.env['WANTS_SIGN_IN'] !== undefined && signedInBy === null;
    if (beginning === 'sign-in' || isSignedOut || (key !== undefined && process.env[variable] !== key))
      throw new RequestError(-32_000, 'Authentication required');
    return { sessionId: `s${process.pid}` };
  })
  .onRequest(methods.agent.session.resume, ({ params, client }) => {
    givenServers = params.mcpServers ?? [];
    sessionFolder = params.cwd;
    if (process.env['FORGETS'] !== undefined) throw new RequestError(-32_002, 'Unknown session');
    const greeting = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Back again.' } };
    if (process.env['GREETS'] !== undefined)
      setImmediate(() => void client.notify(wire.update, { sessionId: params.sessionId, update: greeting }));
    return {};
  })
  .onRequest(methods.agent.session.load, async ({ params: { sessionId }, client }) => {
    if (process.env['FORGETS'] === 'all') throw new RequestError(-32_002, 'Unknown session');
    const content = { type: 'text', text: 'This was said before.' };
    const replayed = { sessionUpdate: 'agent_message_chunk', content };
    await client.notify(wire.update, { sessionId, update: replayed });
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const cancelled = new AbortController();
    const steered = Promise.withResolvers<string>();
    const { sessionId } = params;
    sessions.set(sessionId, { cancelled, steered });
    const texts = textOf(params.prompt);
    const told: Told = {
      client,
      sessionId,
      text: texts.join('\n'),
      cancelled: cancelled.signal,
      steered: steered.promise,
    };
    const line = texts.at(-1)?.split('\n').at(-1) ?? '';
    const own: typeof scenes = {
      ...scenes,
      call,
      use,
      folders,
      servers,
      variable,
      'load tools': loadLate,
      'signed in': signedIn,
    };
    const scene = own[/^(request|call|use|updates|sessions|work|variable) /.exec(line)?.[1] ?? line];
    await (scene === undefined ? say(told, `Heard: ${told.text}`) : scene(told));
    return { stopReason: cancelled.signal.aborted ? 'cancelled' : 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => {
    sessions.get(params.sessionId)?.cancelled.abort();
  })
  .onRequest(
    '_session/steering',
    z.object({ sessionId: z.string(), prompt: z.array(z.any()) }),
    ({ params }) => {
      if (process.env['STEERS'] !== 'yes') return { outcome: 'failed' };
      const text = textOf(params.prompt).join('\n');
      setImmediate(() => sessions.get(params.sessionId)?.steered.resolve(text));
      return { outcome: 'injected' };
    },
  )
  .connect(
    ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  );
process.stdin.on('end', () => process.exit(0));
