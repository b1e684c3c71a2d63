import { Readable, Writable } from 'node:stream';
import { agent, type AgentContext, methods, ndJsonStream } from '@agentclientprotocol/sdk';

/**
 * An agent that speaks the Agent Client Protocol over its pipes and does what the last line of a prompt names. Run
 * as a program; `SCRIPTED` in its environment says how it begins.
 */
type Told = { client: AgentContext; sessionId: string; text: string; cancelled: AbortSignal };

/** As plain texts, so that what is sent need not be what the SDK knows. */
const wire: Record<'update' | 'elicit' | 'permit', string> = {
  update: methods.client.session.update,
  elicit: methods.client.elicitation.create,
  permit: methods.client.session.requestPermission,
};

const update = ({ client, sessionId }: Told, what: Record<string, unknown>) =>
  client.notify(wire.update, { sessionId, update: what });

const say = (told: Told, text: string) =>
  update(told, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

const options = [
  { optionId: 'allow-once', name: 'Yes', kind: 'allow_once' },
  { optionId: 'allow-always', name: 'Yes, and don’t ask again for touch', kind: 'allow_always' },
  { optionId: 'reject', name: 'No', kind: 'reject_once' },
];

const question = {
  mode: 'form',
  message: 'Please answer the following questions.',
  requestedSchema: {
    type: 'object',
    properties: {
      question_0: {
        type: 'string',
        title: 'Store',
        description: 'Which store should we use?',
        oneOf: [
          { const: 'SQLite', title: 'SQLite', description: 'One file' },
          { const: 'Postgres', title: 'Postgres', description: 'A server' },
        ],
      },
      question_0_custom: { type: 'string', title: 'Other' },
      question_1: {
        type: 'array',
        title: 'Checks',
        description: 'Which checks?',
        items: {
          anyOf: [
            { const: 'Lint', title: 'Lint' },
            { const: 'Tests', title: 'Tests' },
          ],
        },
      },
      question_1_custom: { type: 'string', title: 'Other' },
    },
  },
};

async function ask(told: Told): Promise<void> {
  await update(told, {
    sessionUpdate: 'tool_call',
    toolCallId: 'ask',
    title: 'AskUserQuestion',
    kind: 'other',
    status: 'pending',
  });
  const answer = await told.client.request(wire.elicit, {
    ...question,
    sessionId: told.sessionId,
    toolCallId: 'ask',
  });
  await update(told, { sessionUpdate: 'tool_call_update', toolCallId: 'ask', status: 'completed' });
  await say(told, `Answered: ${JSON.stringify(answer)}`);
}

async function permit(told: Told): Promise<void> {
  const call = {
    toolCallId: 'run',
    title: '`touch made.txt`',
    kind: 'execute',
    status: 'pending',
    rawInput: { command: 'touch made.txt' },
  };
  await update(told, { sessionUpdate: 'tool_call', ...call });
  const answer = await told.client.request(wire.permit, {
    sessionId: told.sessionId,
    toolCall: { toolCallId: 'run', content: [], rawInput: {} },
    options,
  });
  await update(told, {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'run',
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: 'made' } }],
  });
  await say(told, `Permitted: ${JSON.stringify(answer)}`);
}

const scenes: Record<string, (told: Told) => Promise<unknown>> = {
  hello: (told) => say(told, 'Hello from the script.'),
  ask,
  permit,
  die: () => Promise.resolve(process.exit(3)),
};

const sessions = new Map<string, AbortController>();

agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: process.env['SCRIPTED'] === 'version' ? 9 : 1,
    agentInfo: { name: 'scripted', version: '1.0.0' },
    agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {} } },
  }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: `s${process.pid}` }))
  .onRequest(methods.agent.session.resume, () => ({}))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const cancelled = new AbortController();
    sessions.set(params.sessionId, cancelled);
    const texts = params.prompt.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
    const told = { client, sessionId: params.sessionId, text: texts.join('\n'), cancelled: cancelled.signal };
    const scene = scenes[texts.at(-1)?.split('\n').at(-1) ?? ''];
    await (scene === undefined ? say(told, `Heard: ${told.text}`) : scene(told));
    return { stopReason: cancelled.signal.aborted ? 'cancelled' : 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => {
    sessions.get(params.sessionId)?.abort();
  })
  .connect(
    ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  );
process.stdin.on('end', () => process.exit(0));
