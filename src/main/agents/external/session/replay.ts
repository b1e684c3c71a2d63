import type { ChatFolder } from '../../../folder/chat-folder.ts';
import type { ToolCallId } from '../../../../shared/ids.ts';
import type { ProgressItem } from '../../../../shared/transcript/transcript.ts';
import type { Replayed, ReplayedMessage, ReplayedPart } from '../../../storage/replay-store.ts';
import { unusedCallId } from '../../unused-call-id.ts';
import { CallDiffs, workOf } from '../calls/shown-call.ts';
import { type CallMaker, type CallState, isOver, outputOf, updated } from '../calls/call-state.ts';
import { Compactions } from '../calls/compactions.ts';
import { type CallLog, makerOf, type Subagent, Subagents } from '../calls/subagents.ts';
import { noticeIn, progressIn, textIn } from '../calls/update-content.ts';
import { type AgentToolCall, type SessionUpdate, toolCallIn } from '../protocol.schema.ts';

type Call = { type: 'call'; toolCallId: ToolCallId; state: CallState };
type Text = { type: 'text' | 'reasoning'; text: string; of: string | undefined };
type Message =
  | { role: 'user'; text: string; of: string | undefined }
  | { role: 'agent'; parts: (Call | Text)[] };

/** Gathers the updates by which an agent replays an earlier session, to be stored as the messages of a chat. */
export class Replay implements CallLog<Call> {
  readonly sessionId: string;
  readonly #name: string;
  readonly #folder: string;
  readonly #diffs: CallDiffs;
  readonly #messages: Message[] = [];
  /** The newest call of each of the agent's ids. */
  readonly #calls = new Map<string, Call>();
  readonly #ids = new Set<ToolCallId>();
  readonly #compactions = new Compactions<Call>(this);
  readonly #subagents: Subagents<Call>;
  #items: ProgressItem[] = [];
  count = 0;

  /** `name` is the agent's for people. */
  constructor(sessionId: string, name: string, folder: ChatFolder) {
    this.sessionId = sessionId;
    this.#name = name;
    this.#subagents = new Subagents(this, name);
    this.#folder = folder.path;
    this.#diffs = new CallDiffs(folder);
  }

  /** Takes an update of a session; `params` are those of its notification. */
  take(sessionId: string, update: SessionUpdate, params: unknown): void {
    this.count += 1;
    if (this.#subagents.take(this.sessionId, sessionId, update, params) || sessionId !== this.sessionId)
      return;
    switch (update.sessionUpdate) {
      case 'user_message_chunk':
        return this.#addUserText(update);
      case 'agent_message_chunk':
        return this.#addText('text', update);
      case 'agent_thought_chunk':
        return this.#addText('reasoning', update);
      case 'tool_call':
      case 'tool_call_update': {
        const call = toolCallIn(params);
        if (call !== undefined) this.#call(call.toolCallId, call, update.sessionUpdate === 'tool_call');
        return;
      }
      case 'plan':
        this.#items = progressIn(update);
        return;
      case 'notice':
        return this.note(noticeIn(update));
      case 'compaction_update':
      case 'compaction_summary_chunk':
        return this.#compactions.take(update);
      default:
        this.note(`${this.#name} sent “${update.sessionUpdate}”`);
    }
  }

  /** Adds a line about what happened between Parley and the agent. */
  note(title: string): void {
    this.addOwn('session', { title, status: 'completed' });
  }

  addOwn(name: string, own: Partial<CallState>): Call {
    const state = { ...updated(undefined, { toolCallId: '', rawOutput: undefined }), name, ...own };
    const call: Call = { type: 'call', toolCallId: this.#unusedId(name), state };
    this.#parts().push(call);
    return call;
  }

  changeOwn(call: Call, change: Partial<CallState>): void {
    call.state = { ...call.state, ...change };
  }

  changeOf(subagent: Subagent<Call>, call: AgentToolCall, begins: boolean): void {
    this.#call(`${subagent.sessionId}/${call.toolCallId}`, call, begins, makerOf(subagent));
  }

  read(): Replayed {
    const messages = this.#messages.map(
      (message): ReplayedMessage =>
        message.role === 'user'
          ? { role: 'user', text: message.text }
          : { role: 'agent', parts: message.parts.map((part) => this.#stored(part)) },
    );
    return { messages, items: this.#items };
  }

  /** A message of several blocks comes in as many chunks; only those of one id are pieces of one text. */
  #addUserText(update: SessionUpdate): void {
    const text = textIn(update);
    const { messageId: of } = update;
    if (text === '') return;
    const last = this.#messages.at(-1);
    if (last?.role !== 'user' || last.of !== of) this.#messages.push({ role: 'user', text, of });
    else last.text += of === undefined ? `\n\n${text}` : text;
  }

  #addText(type: Text['type'], update: SessionUpdate): void {
    const text = textIn(update);
    const { messageId: of } = update;
    if (text === '') return;
    const parts = this.#parts();
    const last = parts.at(-1);
    const isSame = last?.type === type && (of === undefined || last.of === undefined || last.of === of);
    if (isSame) last.text += text;
    else parts.push({ type, text, of });
  }

  #call(agentId: string, call: AgentToolCall, begins: boolean, by?: CallMaker): void {
    const known = this.#calls.get(agentId);
    const isAnother =
      begins && known !== undefined && isOver(known.state) && !isOver(updated(undefined, call));
    if (known !== undefined && !isAnother) {
      known.state = updated(known.state, call);
      return;
    }
    const state = { ...updated(undefined, call), by };
    const begun: Call = { type: 'call', toolCallId: this.#unusedId(agentId), state };
    this.#calls.set(agentId, begun);
    this.#parts().push(begun);
  }

  /** The parts of the answer that goes on; one begins after each message of the person. */
  #parts(): (Call | Text)[] {
    const last = this.#messages.at(-1);
    if (last?.role === 'agent') return last.parts;
    const parts: (Call | Text)[] = [];
    this.#messages.push({ role: 'agent', parts });
    return parts;
  }

  /** A call without an end is over too: its session is an earlier one. */
  #stored(part: Call | Text): ReplayedPart {
    if (part.type !== 'call') return { type: part.type, text: part.text };
    const { toolCallId } = part;
    const ok = part.state.status !== 'failed';
    const state: CallState = { ...part.state, status: ok ? 'completed' : 'failed' };
    const callOf = (agentId: string) => this.#calls.get(agentId);
    return {
      type: 'tool',
      toolCallId,
      toolName: state.name === '' ? state.kind : state.name,
      input: state.rawInput ?? null,
      work: workOf(state, this.#diffs.of(state), this.#folder, callOf),
      result: { ok, text: outputOf(state) },
    };
  }

  #unusedId(given: string): ToolCallId {
    const id = unusedCallId(given, (one) => this.#ids.has(one));
    this.#ids.add(id);
    return id;
  }
}
