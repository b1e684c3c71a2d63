import { existsSync, writeFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { agent, type AgentContext, methods, ndJsonStream, RequestError } from '@agentclientprotocol/sdk';

/**
 * An agent that behaves over its pipes as Claude Code's adapter does, with its options, commands, usage and ways to
 * sign in. Run as a program, it does what the last words of a prompt name. `SIGNED_IN` in its environment is a file
 * without which nobody is signed in.
 */
type Told = { client: AgentContext; sessionId: string; cancelled: AbortSignal };

/** As plain texts, so that what is sent need not be what the SDK knows. */
const wire: Record<'update' | 'elicit' | 'permit' | 'setOption' | 'authenticate', string> = {
  update: methods.client.session.update,
  elicit: methods.client.elicitation.create,
  permit: methods.client.session.requestPermission,
  setOption: methods.agent.session.setConfigOption,
  authenticate: methods.agent.authenticate,
};

const notify = (client: AgentContext, sessionId: string, update: Record<string, unknown>) =>
  client.notify(wire.update, { sessionId, update });

const update = ({ client, sessionId }: Told, what: Record<string, unknown>) =>
  notify(client, sessionId, what);

const textContent = (text: string) => ({ type: 'text', text });

const say = (told: Told, text: string) =>
  update(told, { sessionUpdate: 'agent_message_chunk', content: textContent(text) });

const call = (told: Told, toolCallId: string, what: Record<string, unknown>) =>
  update(told, { sessionUpdate: 'tool_call', toolCallId, status: 'completed', ...what });

/** The settings of its sessions, which it tells whole whenever one changes. */
const options: { id: string; currentValue: unknown; [field: string]: unknown }[] = [
  {
    id: 'mode',
    name: 'Mode',
    category: 'mode',
    type: 'select',
    currentValue: 'default',
    options: [
      { value: 'default', name: 'Manual', description: 'Asks before each edit and command' },
      { value: 'acceptEdits', name: 'Accept edits', description: 'Edits files without asking' },
      { value: 'plan', name: 'Plan', description: 'Looks and plans, changes nothing' },
      { value: 'auto', name: 'Auto', description: 'A model decides what needs you' },
    ],
  },
  {
    id: 'model',
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: 'opus',
    options: [
      { value: 'opus', name: 'Opus', description: 'For long and hard work' },
      { value: 'sonnet', name: 'Sonnet', description: 'For most work' },
      { value: 'haiku', name: 'Haiku', description: 'Quick answers' },
    ],
  },
  {
    id: 'effort',
    name: 'Effort',
    category: 'thought_level',
    type: 'select',
    currentValue: 'medium',
    options: ['low', 'medium', 'high'].map((value) => ({ value, name: value })),
  },
  { id: 'fast', name: 'Fast mode', category: 'model_config', type: 'boolean', currentValue: false },
];

const commands = [
  { name: 'review', description: 'Review a pull request', input: { hint: 'number of the pull request' } },
  { name: 'security-review', description: 'Look through the changes of this branch for security' },
  { name: 'compact', description: 'Clear the conversation and keep a summary' },
];

async function ask(told: Told): Promise<void> {
  const toolCallId = 'ask';
  await update(told, { sessionUpdate: 'tool_call', toolCallId, title: 'AskUserQuestion', kind: 'other' });
  const oneOf = [
    { const: 'SQLite', title: 'SQLite', description: 'One file, nothing to run' },
    { const: 'Postgres', title: 'Postgres', description: 'A server of its own' },
  ];
  const properties = {
    question_0: { type: 'string', title: 'Store', oneOf },
    question_0_custom: { type: 'string', title: 'Other' },
  };
  const answer = await told.client.request(wire.elicit, {
    mode: 'form',
    sessionId: told.sessionId,
    toolCallId,
    message: 'Where should the parsed files be kept?',
    requestedSchema: { type: 'object', properties },
  });
  await update(told, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  await say(told, `I got ${JSON.stringify(answer)}.`);
}

const plan = `# Keep parsed files

1. Add \`src/store.js\` with one table, keyed by path and time.
2. Have \`parse\` look there first.
3. Write a test that parses a file twice and reads it once.
`;

const planOptions = [
  {
    optionId: 'exit-plan-clear-auto',
    name: 'Yes, clear context (12% used) and auto-accept',
    kind: 'allow_always',
  },
  { optionId: 'exit-plan-accept-edits', name: 'Yes, and auto-accept edits', kind: 'allow_always' },
  { optionId: 'exit-plan-default', name: 'Yes, manually approve edits', kind: 'allow_once' },
  { optionId: 'reject', name: 'No, keep planning', kind: 'reject_once' },
];

async function propose(told: Told, withdrawn?: AbortSignal): Promise<void> {
  const toolCallId = 'plan';
  const shown = { title: 'Ready to code?', kind: 'switch_mode', rawInput: { plan } };
  await update(told, { sessionUpdate: 'tool_call', toolCallId, status: 'pending', ...shown });
  const request = { sessionId: told.sessionId, toolCall: { toolCallId, ...shown }, options: planOptions };
  const answer = await told.client.request(wire.permit, request, { cancellationSignal: withdrawn });
  await update(told, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  await say(told, `I got ${JSON.stringify(answer)}.`);
}

const readme = {
  path: 'README.md',
  oldText: '# tiny-parser\n',
  newText: '# tiny-parser\n\nReads numbers and words.\n',
};

async function edit(told: Told, withdrawn?: AbortSignal): Promise<void> {
  const toolCallId = 'edit';
  const shown = {
    title: 'Write README.md',
    kind: 'edit',
    rawInput: { file_path: 'README.md', content: readme.newText },
    content: [{ type: 'diff', ...readme }],
  };
  await update(told, { sessionUpdate: 'tool_call', toolCallId, status: 'pending', ...shown });
  const answer = await told.client.request(
    wire.permit,
    {
      sessionId: told.sessionId,
      toolCall: { toolCallId, ...shown },
      options: [
        { optionId: 'acceptEdits', name: 'Yes, allow all edits during this session', kind: 'allow_always' },
        { optionId: 'allow', name: 'Yes', kind: 'allow_once' },
        { optionId: 'reject', name: 'No', kind: 'reject_once' },
      ],
    },
    { cancellationSignal: withdrawn },
  );
  await update(told, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  await say(told, `I got ${JSON.stringify(answer)}.`);
}

/** Asks, and gives it up as soon as the request has gone out. */
async function givingUp(
  told: Told,
  request: (told: Told, withdrawn: AbortSignal) => Promise<void>,
): Promise<void> {
  const withdrawn = new AbortController();
  const over = request(told, withdrawn.signal).catch(() => undefined);
  setTimeout(() => withdrawn.abort(), 300);
  await over;
  await say(told, 'I went on without it.');
}

/** Looks around by itself and by a helper, and says what it used. */
async function look(told: Told): Promise<void> {
  const meta = { claudeCode: { parentToolUseId: 'task' } };
  await update(told, { sessionUpdate: 'agent_thought_chunk', content: textContent('The parser first.') });
  await call(told, 'read', {
    title: 'Read src/parse.js',
    kind: 'read',
    locations: [{ path: 'src/parse.js' }],
  });
  await call(told, 'task', { title: 'Find the callers of parse', kind: 'think', status: 'in_progress' });
  await call(told, 'sub1', { title: 'grep "parse(" src', kind: 'search', _meta: meta });
  await call(told, 'sub2', { title: 'Read test/parse.test.js', kind: 'read', _meta: meta });
  await update(told, { sessionUpdate: 'tool_call_update', toolCallId: 'task', status: 'completed' });
  const cost = { amount: 0.42, currency: 'USD' };
  await update(told, { sessionUpdate: 'usage_update', used: 50_000, size: 200_000, cost });
  await say(told, 'The parser reads each file anew, although most of them never change.');
}

const scenes: Record<string, (told: Told) => Promise<unknown>> = {
  ask,
  plan: (told) => propose(told),
  edit: (told) => edit(told),
  look,
  'plan, given up': (told) => givingUp(told, propose),
  'edit, given up': (told) => givingUp(told, edit),
  options: (told) =>
    say(told, options.map(({ id, currentValue }) => `${id}=${String(currentValue)}`).join(' ')),
  auto: async (told) => {
    for (const option of options) if (option.id === 'mode') option.currentValue = 'auto';
    await update(told, { sessionUpdate: 'config_option_update', configOptions: options });
    await say(told, 'I decide by myself now.');
  },
  die: async (told) => {
    await say(told, 'Looking at the lockfile.');
    process.stderr.write('Error: socket hang up\n    at TLSSocket.socketOnEnd\n');
    process.exit(3);
  },
};

const signedIn = process.env['SIGNED_IN'];
const running = new Map<string, AbortController>();

function isSignedOut(): boolean {
  return signedIn !== undefined && !existsSync(signedIn);
}

agent({ name: 'claude-like' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: 'claude-like', version: '1.0.0' },
    agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {} }, _meta: { claudeCode: {} } },
    authMethods: [
      { id: 'subscription', name: 'Log in with your subscription', description: 'Opens your browser' },
      { id: 'refused', name: 'Log in with a company account' },
      { type: 'terminal' as const, id: 'terminal', name: 'Log in in a terminal', args: ['auth', 'login'] },
    ],
  }))
  .onRequest(
    wire.authenticate,
    (raw) => raw,
    async ({ params, client }) => {
      if (JSON.stringify(params).includes('refused')) throw new RequestError(-32_603, 'No company is known');
      await client.request(wire.elicit, {
        mode: 'url',
        requestId: 1,
        elicitationId: 'login',
        url: 'https://login.example/device?code=ABCD',
        message: 'Sign in in your browser.',
      });
      if (signedIn !== undefined) writeFileSync(signedIn, 'yes');
      return {};
    },
  )
  .onRequest(methods.agent.session.new, ({ client }) => {
    if (isSignedOut()) throw new RequestError(-32_000, 'Authentication required');
    const sessionId = `s${process.pid}`;
    setImmediate(
      () =>
        void notify(client, sessionId, {
          sessionUpdate: 'available_commands_update',
          availableCommands: commands,
        }),
    );
    return { sessionId, configOptions: options as never };
  })
  .onRequest(methods.agent.session.resume, () => ({ configOptions: options as never }))
  .onRequest(
    wire.setOption,
    (raw) => raw,
    ({ params }) => {
      const { configId, value } = params as { configId: string; value: unknown };
      for (const option of options) if (option.id === configId) option.currentValue = value;
      return { configOptions: options };
    },
  )
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const cancelled = new AbortController();
    running.set(params.sessionId, cancelled);
    const texts = params.prompt.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
    const told = { client, sessionId: params.sessionId, cancelled: cancelled.signal };
    const name = texts.at(-1)?.split('\n').at(-1) ?? '';
    const scene = scenes[name.replace(/^.*: /, '')];
    await (scene === undefined ? say(told, `Heard: ${texts.join('\n')}`) : scene(told));
    return { stopReason: cancelled.signal.aborted ? 'cancelled' : 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => running.get(params.sessionId)?.abort())
  .connect(
    ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  );
process.stdin.on('end', () => process.exit(0));
