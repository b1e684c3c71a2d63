import { type Answers, send } from '../json-rpc.ts';
import { Babbler } from './babble.ts';

/*
 * An agent of the Agent Client Protocol that sends with each prompt a batch of messages that are wrong in every way,
 * and counts what it is answered. It lets go of what is still open before its turn ends. It stands for no agent: its call
 * has a field of each that Parley reads by name.
 */
const sessionId = 'babble';

const options = [
  { optionId: 'allow', name: 'Yes', kind: 'allow_once' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const call = {
  toolCallId: 'c1',
  title: 'Edit',
  kind: 'edit',
  status: 'pending',
  rawInput: { command: 'ls', plan: '# Plan', planFilePath: '/nowhere' },
  content: [
    { type: 'diff', path: 'a.txt', oldText: 'a', newText: 'b' },
    { type: 'content', content: { type: 'text', text: 'words' } },
    { type: 'terminal', terminalId: 't' },
  ],
  locations: [{ path: 'a.txt', line: 3 }],
  _meta: { claudeCode: { parentToolUseId: 'c0' }, terminal_output: { data: 'x' } },
};
const words = { type: 'text', text: 'Words.' };
const updates = [
  { sessionUpdate: 'agent_message_chunk', content: words, messageId: 'm' },
  { sessionUpdate: 'agent_thought_chunk', content: words },
  { sessionUpdate: 'tool_call', ...call },
  { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' },
  { sessionUpdate: 'plan', entries: [{ content: 'Look', priority: 'high', status: 'pending' }] },
  { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1, currency: 'USD' } },
  { sessionUpdate: 'current_mode_update', currentModeId: 'plan' },
  { sessionUpdate: 'config_option_update', configOptions: [{ id: 'm', name: 'M', type: 'select' }] },
  { sessionUpdate: 'session_info_update', title: 'T' },
  { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'go', description: 'd' }] },
  { sessionUpdate: 'notice', title: 'N', description: 'd' },
].map((update) => ({ method: 'session/update', params: { sessionId, update } }));

const field = { type: 'string', title: 'T', oneOf: [{ const: 'A', title: 'A' }] };
const requests = [
  { method: 'session/request_permission', params: { sessionId, toolCall: call, options } },
  {
    method: 'session/request_permission',
    params: {
      sessionId,
      toolCall: { ...call, kind: 'switch_mode' },
      options,
      _meta: { qwenQuestions: [{}] },
    },
  },
  ...[
    { question_0: field, question_0_custom: { type: 'string' } },
    { way: field, way_note: { type: 'string' } },
    { count: { type: 'integer', minimum: 1 }, pin: { type: 'string', _meta: { codex: { isSecret: true } } } },
  ].map((properties) => ({
    method: 'elicitation/create',
    params: { sessionId, mode: 'form', message: 'M', requestedSchema: { type: 'object', properties } },
  })),
  {
    method: 'elicitation/create',
    params: { sessionId, mode: 'url', message: 'M', url: 'http://127.0.0.1:9/', elicitationId: 'e' },
  },
  { method: 'elicitation/complete', params: { elicitationId: 'e' } },
  { method: 'cursor/ask_question', params: { sessionId, questions: [] } },
  { method: 'fs/read_text_file', params: { sessionId, path: '/etc/passwd' } },
];

const babbler = new Babbler([...updates, ...requests]);

/** Cancels what is open, says something well-formed, and ends the turn. */
function endTurn(id: unknown): void {
  for (const requestId of babbler.takeOpen()) send({ method: '$/cancel_request', params: { requestId } });
  const update = {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: `Sent ${babbler.count}.` },
  };
  send({ method: 'session/update', params: { sessionId, update } });
  send({ id, result: { stopReason: 'end_turn' } });
  babbler.note();
}

const answers: Answers = {
  initialize: (id) => send({ id, result: { protocolVersion: 1, agentCapabilities: {} } }),
  'session/new': (id) => send({ id, result: { sessionId } }),
  'session/prompt': (id) => {
    babbler.babble();
    // The host reads what was sent before this ends it.
    setTimeout(() => endTurn(id), 100);
  },
};

babbler.serve(answers);
