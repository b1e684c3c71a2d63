import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream, RequestError } from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { notify, scenes } from './claude-like-scenes.ts';
import { settings } from './claude-like-settings.ts';
import { logIn } from './login-program.ts';

/**
 * An agent that behaves over its pipes as Claude Code's adapter does. Run as a program, it does what the last words of a
 * prompt name.
 *
 * As `@agentclientprotocol/claude-agent-acp` 0.100.0 was seen to do (`recordings/claude-plan.jsonl`): its mode in two
 * forms, told of before the answer to a change and after a plan was approved; the forms of its questions; that it says
 * after it was started who is signed in; its options for
 * a plan and an edit; `_meta.claudeCode`. As 0.101.0 was seen to do: that it signs its person out at `logout` and says so
 * before its answer; that it takes more folders. Made up: its models and commands, all ways to sign in but the one in a
 * terminal, that it never answers `session/close`, and what its scenes say.
 *
 * `SIGNED_IN` in its environment is a file without which nobody is signed in, unless `LIKE_KEY` is `right-key` (its
 * login in a terminal writes it), `LEAVES` one that holds what it was told of sessions that end, `PLACES` one that holds the
 * folders of sessions. With `LOGOUT=refused` it refuses a sign-out.
 */

/** As plain texts, so that what is sent need not be what the SDK knows. */
const wire: Record<
  | 'initialize'
  | 'begin'
  | 'resume'
  | 'close'
  | 'delete'
  | 'setOption'
  | 'authenticate'
  | 'logout'
  | 'elicit'
  | 'status',
  string
> = {
  initialize: methods.agent.initialize,
  begin: methods.agent.session.new,
  resume: methods.agent.session.resume,
  close: methods.agent.session.close,
  delete: methods.agent.session.delete,
  setOption: methods.agent.session.setConfigOption,
  authenticate: methods.agent.authenticate,
  logout: methods.agent.logout,
  elicit: methods.client.elicitation.create,
  status: '_auth/status_update',
};

const leaves = process.env['LEAVES'];
const signedIn = process.env['SIGNED_IN'];
const hasKey = process.env['LIKE_KEY'] === 'right-key';
const running = new Map<string, AbortController>();
const asItIs = (params: unknown): unknown => params;
const chosen = z.object({ sessionId: z.string(), configId: z.string(), value: z.unknown() });
const login = z.object({ methodId: z.string() });
const greeting = z.object({ clientCapabilities: z.unknown() });
let clientCapabilities: unknown;
const place = z.object({ cwd: z.string(), additionalDirectories: z.array(z.string()).default([]) });

/** Who is signed in, as its adapter reads that from \`claude auth status\`. */
const nobody = { kind: 'none', label: 'Not logged in' };
const somebody = {
  kind: 'account',
  label: 'Claude Max',
  account: { plan: 'max', email: 'robin@example.com', organization: 'Birds' },
};

function wantSignIn(): void {
  if (signedIn !== undefined && !hasKey && !existsSync(signedIn))
    throw new RequestError(-32_000, 'Authentication required');
}

/** Notes the folders that a session is begun or entered with. */
function notePlace(params: unknown): void {
  appendFileSync(process.env['PLACES'] ?? '/dev/null', `${JSON.stringify(place.parse(params))}\n`);
}

/** Notes it, and leaves the request without an answer, as no client may count on one. */
function noteEnd(how: string): Promise<never> {
  appendFileSync(leaves ?? '/dev/null', `${how} `);
  return new Promise(() => undefined);
}

if (process.argv.at(-1) === 'login') process.exit(await logIn(signedIn));

agent({ name: 'claude-like' })
  .onRequest(wire.initialize, asItIs, ({ params, client }) => {
    const isSignedOut = signedIn !== undefined && !hasKey && !existsSync(signedIn);
    setImmediate(() => void client.notify(wire.status, { authStatus: isSignedOut ? nobody : somebody }));
    clientCapabilities = greeting.parse(params).clientCapabilities;
    return {
      protocolVersion: 1,
      agentInfo: { name: 'claude-like', version: '1.0.0' },
      agentCapabilities: {
        loadSession: true,
        sessionCapabilities: {
          resume: {},
          additionalDirectories: {},
          ...(leaves !== undefined && { close: {}, delete: {} }),
        },
        auth: { logout: {} },
        _meta: { claudeCode: {}, authStatus: {} },
      },
      authMethods: [
        { id: 'subscription', name: 'Log in with your subscription', description: 'Opens your browser' },
        { id: 'refused', name: 'Log in with a company account' },
        { type: 'terminal', id: 'terminal', name: 'Log in in a terminal', args: ['auth', 'login'] },
        {
          type: 'env_var',
          id: 'keys',
          name: 'Use a key',
          description: 'Billed to your account',
          vars: [
            { name: 'LIKE_KEY', label: 'Key' },
            { name: 'LIKE_BASE', label: 'Address', secret: false, optional: true },
            { name: 'LIKE;date' },
          ],
          link: 'https://keys.example/new',
        },
      ],
    };
  })
  .onRequest(wire.authenticate, asItIs, async ({ params, client }) => {
    const { methodId } = login.parse(params);
    if (methodId === 'refused') throw new RequestError(-32_603, 'No company is known');
    if (methodId === 'keys' && process.env['LIKE_BASE'] === 'none')
      throw RequestError.methodNotFound(methodId);
    if (methodId === 'keys' && !hasKey) throw new RequestError(-32_603, 'The key is not known');
    if (methodId === 'keys') return {};
    await client.request(wire.elicit, {
      mode: 'url',
      requestId: 1,
      elicitationId: 'login',
      url: 'https://login.example/device?code=ABCD',
      message: 'Sign in in your browser.',
    });
    if (signedIn !== undefined) writeFileSync(signedIn, 'yes');
    return {};
  })
  .onRequest(wire.logout, asItIs, async ({ client }) => {
    if (process.env['LOGOUT'] === 'refused') throw new RequestError(-32_603, 'claude auth logout failed');
    if (signedIn !== undefined) rmSync(signedIn, { force: true });
    await client.notify(wire.status, { authStatus: nobody });
    return {};
  })
  .onRequest(wire.begin, asItIs, ({ params, client }) => {
    notePlace(params);
    wantSignIn();
    const sessionId = `s${process.pid}`;
    const told = { sessionUpdate: 'available_commands_update', availableCommands: settings.commands };
    setImmediate(() => void notify(client, sessionId, told));
    return { sessionId, modes: settings.modes, configOptions: settings.options };
  })
  .onRequest(wire.resume, asItIs, ({ params }) => {
    wantSignIn();
    notePlace(params);
    return { modes: settings.modes, configOptions: settings.options };
  })
  .onRequest(wire.close, asItIs, () => noteEnd('closed'))
  .onRequest(wire.delete, asItIs, () => noteEnd('deleted'))
  .onRequest(wire.setOption, asItIs, async ({ params, client }) => {
    const { sessionId, configId, value } = chosen.parse(params);
    settings.set(configId, value);
    if (configId === 'mode')
      await notify(client, sessionId, { sessionUpdate: 'current_mode_update', currentModeId: value });
    return { configOptions: settings.options };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const cancelled = new AbortController();
    running.set(params.sessionId, cancelled);
    const texts = params.prompt.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
    const told = { client, sessionId: params.sessionId, cancelled: cancelled.signal, clientCapabilities };
    const scene = scenes[texts.at(-1)?.split('\n').at(-1) ?? ''];
    const heard = { type: 'text', text: `Heard: ${texts.join('\n')}` };
    const answer = { sessionUpdate: 'agent_message_chunk', content: heard };
    await (scene === undefined ? notify(client, params.sessionId, answer) : scene(told));
    return { stopReason: cancelled.signal.aborted ? 'cancelled' : 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => running.get(params.sessionId)?.abort())
  .connect(
    ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  );
process.stdin.on('end', () => process.exit(0));
