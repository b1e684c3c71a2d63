import type { MessageId, ToolCallId, WorkspaceId } from '../../../../shared/ids.ts';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import { interrupted } from '../../../../shared/questions/cancel-reasons.ts';
import type { ToolKind } from '../../../../shared/transcript/transcript.ts';
import type { ChatLog } from '../../../chat/chat-log.ts';
import type { TextTail } from '../../../chat/text-tail.ts';
import type { GivenChanges } from '../../../changes/given-changes.ts';
import type { ChatFolder } from '../../../folder/chat-folder.ts';
import type { AgentToolCall, SessionUpdate } from '../protocol.schema.ts';
import { CallDiffs, workOf } from './shown-call.ts';
import { askedAbout, type CallState, isOver, outputOf, updated } from './call-state.ts';
import type { BackgroundWork } from './background-work.ts';
import { givenInCall } from './given-in-call.ts';
import { type KnownCall, KnownCalls } from './known-calls.ts';
import { type CallLog, makerOf, type Subagent, Subagents } from './subagents.ts';
import { textIn } from './update-content.ts';

/** A chunk of text in an answer; `of` is the agent's own id of the message that it is a piece of. */
type Chunk = { type: 'text' | 'reasoning'; of: string | undefined; messageId: MessageId };

type OpenText = Chunk & { position: number; tail: TextTail };

/** Stores what an agent says and thinks: chunks of one message and one type are one text. */
class TextRecorder {
  readonly #log: ChatLog;
  readonly #workspaceId: WorkspaceId;
  #open: OpenText | undefined;

  constructor(log: ChatLog, workspaceId: WorkspaceId) {
    this.#log = log;
    this.#workspaceId = workspaceId;
  }

  append(chunk: Chunk, text: string): void {
    const { type, of } = chunk;
    const open = this.#open;
    if (
      open !== undefined &&
      (open.type !== type || (of !== undefined && open.of !== undefined && open.of !== of))
    )
      this.close();
    this.#open ??= this.#begin(chunk);
    this.#open.tail.append(text);
  }

  /** Ends the open text. */
  close(): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    this.#log.closeText(this.#workspaceId, open.tail);
    this.#log.endPart(this.#workspaceId, open.messageId, open.position);
  }

  #begin(chunk: Chunk): OpenText {
    const { type, messageId } = chunk;
    const position = this.#log.addPart(this.#workspaceId, { messageId, step: 0, type, text: '' });
    return { ...chunk, position, tail: this.#log.openText(this.#workspaceId, messageId, position) };
  }
}

/** The time in which changes of a call are joined before windows get them, in milliseconds. */
const showAfter = 50;

/** Stores calls as parts of the chat, and has windows show their changes. */
class CallParts {
  readonly #log: ChatLog;
  readonly #workspaceId: WorkspaceId;
  readonly #folder: string;
  readonly #calls: KnownCalls;
  readonly #diffs: CallDiffs;
  readonly #unshown = new Set<KnownCall>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: ChatLog, workspaceId: WorkspaceId, folder: ChatFolder, calls: KnownCalls) {
    this.#log = log;
    this.#workspaceId = workspaceId;
    this.#folder = folder.path;
    this.#calls = calls;
    this.#diffs = new CallDiffs(folder);
  }

  /** The changes of files that a call shows. */
  filesOf(state: CallState): FileDiff[] {
    return this.#diffs.of(state);
  }

  textOf(path: string): string | null {
    return this.#diffs.textOf(path);
  }

  add(known: KnownCall, toolName: string, works: boolean): void {
    const { toolCallId, messageId, kind, state } = known;
    this.#log.addPart(this.#workspaceId, {
      messageId,
      step: 0,
      type: 'tool',
      kind,
      toolCallId,
      toolName,
      input: state.rawInput ?? null,
      ...(works && { work: this.#workOf(state) }),
    });
  }

  /** Shows a change of a call a moment later, together with others. */
  change(known: KnownCall): void {
    this.#unshown.add(known);
    this.#timer ??= setTimeout(() => this.show(), showAfter);
  }

  /** Shows all changes now. */
  show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const known of this.#unshown) this.#showOne(known);
    this.#unshown.clear();
  }

  settle(known: KnownCall, ok: boolean, text: string): void {
    known.settled = true;
    this.#unshown.delete(known);
    this.#showOne(known);
    this.#log.settleTool(this.#workspaceId, known.messageId, known.toolCallId, { ok, text });
  }

  #showOne({ messageId, toolCallId, kind, state }: KnownCall): void {
    const now = { kind, input: state.rawInput ?? null, work: this.#workOf(state) };
    this.#log.changeCall(this.#workspaceId, messageId, toolCallId, now);
  }

  #workOf(state: CallState) {
    return workOf(state, this.filesOf(state), this.#folder, (agentId) => this.#calls.get(agentId));
  }
}

/** The types of text in a chat, by the updates that bring their chunks. */
const textTypes: ReadonlyMap<string, 'text' | 'reasoning'> = new Map([
  ['agent_message_chunk', 'text'],
  ['agent_thought_chunk', 'reasoning'],
]);

/** The name of the calls that stand for lines of Parley's own. */
export const noteName = 'session';

type RecorderOf = {
  workspaceId: WorkspaceId;
  agent: string;
  folder: ChatFolder;
  background: BackgroundWork;
};

/** Returns the state in which a call of a subagent begins. */
function begunBy(subagent: Subagent<KnownCall> | undefined): CallState | undefined {
  if (subagent === undefined) return undefined;
  return { ...updated(undefined, { toolCallId: '', rawOutput: undefined }), by: makerOf(subagent) };
}

/** Stores what an agent says and does in the order it comes. */
export class Recorder implements CallLog<KnownCall> {
  readonly #log: ChatLog;
  readonly #workspaceId: WorkspaceId;
  readonly #folder: string;
  readonly #texts: TextRecorder;
  readonly calls: KnownCalls;
  readonly subagents: Subagents<KnownCall>;
  readonly #parts: CallParts;
  readonly #background: BackgroundWork;
  #answered: { known: KnownCall; ok: boolean }[] = [];
  #messageId: MessageId | undefined;

  /** `agent` is its name for people. */
  constructor(log: ChatLog, { workspaceId, agent, folder, background }: RecorderOf) {
    this.#log = log;
    this.#workspaceId = workspaceId;
    this.#folder = folder.path;
    this.#background = background;
    this.subagents = new Subagents(this, agent);
    this.#texts = new TextRecorder(log, workspaceId);
    this.calls = new KnownCalls((id) => log.hasCall(workspaceId, id));
    this.#parts = new CallParts(log, workspaceId, folder, this.calls);
  }

  /** Puts everything from now on into an answer. */
  begin(messageId: MessageId): void {
    this.#texts.close();
    this.#messageId = messageId;
  }

  /** The answer that goes on, or the last one; undefined before the first. */
  get messageId(): MessageId | undefined {
    return this.#messageId;
  }

  /** Returns the text of a file in the chat's folder; null where there is none that may be read. */
  textOf(path: string): string | null {
    return this.#parts.textOf(path);
  }

  /** The changes of files that a call shows. */
  filesOf({ state }: KnownCall): FileDiff[] {
    return this.#parts.filesOf(state);
  }

  /** The changes of files that the calls from an answer on give, in the order of the calls. */
  givenSince(first: MessageId): GivenChanges[] {
    const since = this.calls.all().filter(({ messageId }) => messageId >= first);
    return since.map(({ state }) => givenInCall(state, this.#folder));
  }

  /** Takes a chunk of text; false for any other update. */
  record(update: SessionUpdate): boolean {
    const type = textTypes.get(update.sessionUpdate);
    if (type === undefined) return false;
    const text = textIn(update);
    if (text !== '' && this.#messageId !== undefined) {
      this.#settleAnswered();
      this.#texts.append({ type, of: update.messageId, messageId: this.#messageId }, text);
    }
    return true;
  }

  /** Takes what is new of a call. One that `begins` is another than one of its id that is over. */
  change(call: AgentToolCall, begins: boolean): KnownCall {
    return this.#change(call, begins, undefined);
  }

  /** The same for a call of a subagent. */
  changeOf(subagent: Subagent<KnownCall>, call: AgentToolCall, begins: boolean): void {
    this.#change(call, begins, subagent);
  }

  /** Takes a call as a request of a session describes it, and shows it at once. */
  put(call: AgentToolCall, sessionId?: string): KnownCall {
    const agentId = this.agentIdOf(call.toolCallId, sessionId);
    this.calls.forgetSettled(agentId);
    const subagent = this.#subagentOf(sessionId);
    const before = this.calls.get(agentId)?.state ?? begunBy(subagent);
    const known = this.#take(agentId, askedAbout(before, call), subagent);
    this.#parts.show();
    return known;
  }

  /** Returns the id by which a call of a session is known here: subagents may use the same ids. */
  agentIdOf(toolCallId: string, sessionId: string | undefined): string {
    return this.#subagentOf(sessionId) === undefined ? toolCallId : `${sessionId}/${toolCallId}`;
  }

  #subagentOf(sessionId: string | undefined): Subagent<KnownCall> | undefined {
    return sessionId === undefined ? undefined : this.subagents.of(sessionId);
  }

  #change(call: AgentToolCall, begins: boolean, subagent: Subagent<KnownCall> | undefined): KnownCall {
    this.#settleAnswered();
    const agentId = this.agentIdOf(call.toolCallId, subagent?.sessionId);
    if (begins && !isOver(updated(undefined, call))) this.calls.forgetSettled(agentId);
    const before = this.calls.get(agentId)?.state ?? begunBy(subagent);
    return this.#take(agentId, updated(before, call), subagent);
  }

  /** Adds a call for something that the agent asks outside of its own calls; undefined before its first answer. */
  add(kind: ToolKind, toolName: string, input: unknown): KnownCall | undefined {
    if (this.#messageId === undefined) return undefined;
    const state = updated(undefined, { toolCallId: '', rawInput: input, rawOutput: undefined });
    const known = this.calls.begin(null, toolName, { messageId: this.#messageId, kind, state });
    this.#texts.close();
    this.#parts.add(known, toolName, false);
    return known;
  }

  /** Changes the kind of a call, which asks or stages something. */
  turnInto(known: KnownCall, kind: ToolKind): void {
    if (known.kind === kind) return;
    known.kind = kind;
    this.#parts.change(known);
    this.#parts.show();
  }

  /** Settles an added call once the agent goes on, which shows that it got the answer; one of its own it settles itself. */
  settleAdded(known: KnownCall, ok: boolean): void {
    if (known.state.title === '') this.#answered.push({ known, ok });
  }

  /** Adds a line about what happened between Parley and the agent. */
  note(title: string): void {
    this.addOwn(noteName, { title, status: 'completed' });
  }

  /**
   * Adds a call of Parley's own about what the agent does, to which no id of the agent's leads; `place` is the answer for one
   * that belongs to an earlier answer. Undefined before the agent's first answer.
   */
  addOwn(name: string, own: Partial<CallState>, place?: MessageId): KnownCall | undefined {
    const messageId = place ?? this.#messageId;
    if (messageId === undefined) return undefined;
    if (own.by === undefined) this.#texts.close();
    const state = { ...updated(undefined, { toolCallId: '', rawOutput: undefined }), ...own };
    const known = this.calls.begin(null, name, { messageId, kind: 'plain', state });
    this.#parts.add(known, name, true);
    if (isOver(state)) this.#settle(known);
    return known;
  }

  /** Changes a call of Parley's own. */
  changeOwn(known: KnownCall, change: Partial<CallState>): void {
    known.state = { ...known.state, ...change };
    if (isOver(known.state)) this.#settle(known);
    else this.#parts.change(known);
  }

  /**
   * Ends the answer, and its open calls but those in `waiting`; some of them go on in the background. `cut` where the agent
   * was stopped, or ended.
   */
  end(cut: boolean, waiting: ReadonlySet<ToolCallId>): void {
    this.#texts.close();
    this.#parts.show();
    this.#answered = [];
    for (const known of this.calls.all()) {
      if (known.settled || waiting.has(known.toolCallId)) continue;
      const goesOn = !cut && this.#background.goesOn(known.toolCallId, known.state);
      if (!goesOn) known.state = { ...known.state, status: cut ? 'failed' : 'completed' };
      this.#parts.settle(known, !cut, cut ? outputOf(known.state) || interrupted : outputOf(known.state));
    }
  }

  #settleAnswered(): void {
    for (const { known, ok } of this.#answered.splice(0)) this.#parts.settle(known, ok, '');
  }

  #take(agentId: string, state: CallState, subagent: Subagent<KnownCall> | undefined): KnownCall {
    const known = this.calls.get(agentId);
    if (known === undefined) return this.#begin(agentId, state, subagent);
    known.state = state;
    if (isOver(state)) this.#settle(known);
    else this.#parts.change(known);
    return known;
  }

  #begin(agentId: string, state: CallState, subagent: Subagent<KnownCall> | undefined): KnownCall {
    // What a subagent does meanwhile does not cut the agent's own words.
    if (subagent === undefined) this.#texts.close();
    const ownMessage = () => (this.#messageId ??= this.#log.beginAgentMessage(this.#workspaceId));
    const messageId = subagent?.call?.messageId ?? ownMessage();
    const known = this.calls.begin(agentId, agentId, { messageId, kind: 'plain', state });
    this.#parts.add(known, state.name === '' ? state.kind : state.name, true);
    if (isOver(state)) this.#settle(known);
    return known;
  }

  /** Settles a call that the agent says is over. */
  #settle(known: KnownCall): void {
    const { state, toolCallId } = known;
    this.#background.over(toolCallId, state);
    this.#parts.settle(known, state.status === 'completed', outputOf(state));
  }
}
