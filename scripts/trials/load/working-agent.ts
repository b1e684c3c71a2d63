import { type Answers, send, serve } from '../json-rpc.ts';

/**
 * An agent of the Agent Client Protocol that works until it is stopped: it streams words and changes of a call,
 * and now and then asks a question the way Claude Code does. It stands for the load of an agent that writes all
 * the time.
 */
const sessionId = `s${process.pid}`;
/** Milliseconds between two pieces, and the pieces between two questions. */
const pause = 20;
const piecesToQuestion = 50;

const update = (what: object) => send({ method: 'session/update', params: { sessionId, update: what } });

const properties = {
  question_0: { type: 'string', title: 'Way', oneOf: ['A', 'B'].map((title) => ({ const: title, title })) },
  question_0_custom: { type: 'string', title: 'Other' },
};
const question = { mode: 'form', message: 'Which way?', requestedSchema: { type: 'object', properties } };

let prompt: unknown;
let timer: NodeJS.Timeout | undefined;
let pieces = 0;
let asked = 0;

function work(): void {
  pieces += 1;
  update({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: `Piece ${pieces} of it. ` },
  });
  if (pieces % 10 === 0)
    update({ sessionUpdate: 'tool_call', toolCallId: `c${pieces}`, title: 'Look', status: 'completed' });
  if (pieces % piecesToQuestion !== 0) return;
  stop();
  send({ method: 'elicitation/create', id: (asked += 1), params: { sessionId, ...question } });
}

function stop(): void {
  clearInterval(timer);
  timer = undefined;
}

const goOn = () => (timer ??= setInterval(work, pause));

const answers: Answers = {
  initialize: (id) => send({ id, result: { protocolVersion: 1, agentCapabilities: {} } }),
  'session/new': (id) => send({ id, result: { sessionId } }),
  'session/prompt': (id) => {
    prompt = id;
    goOn();
  },
  'session/cancel': () => {
    stop();
    send({ id: prompt, result: { stopReason: 'cancelled' } });
  },
};

serve(answers, ({ result }) => {
  if (JSON.stringify(result ?? null).includes('accept')) goOn();
});
