import type { MessageId, ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import { interrupted } from '../../../shared/questions/endings.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import type { ToolKind } from '../../../shared/transcript/transcript.ts';
import type { ChatLog } from '../../chat/chat-log.ts';
import type { TextTail } from '../../chat/text-tail.ts';
import { unusedCallId } from '../unused-call-id.ts';
import { CallDiffs } from './call-diffs.ts';
import { askedAbout, type CallState, isOver, outputOf, updated } from './call-state.ts';
import { workOf } from './shown-call.ts';
import type { AgentToolCall, SessionUpdate } from './protocol.schema.ts';
import { textIn } from './update-content.ts';

/** A call of the agent as it stands in the chat. */
export type KnownCall = {
  toolCallId: ToolCallId;
  messageId: MessageId;
  kind: ToolKind;
  state: CallState;
  settled: boolean;
};

type OpenText = { type: 'text' | 'reasoning'; of: string | undefined; position: number; tail: TextTail };

/** The time in which changes of a call are joined before windows get them, in milliseconds. */
const showAfter = 50;

/** Keeps what an agent says and does, in the order it comes: words by words, calls by their ids. */
export class UpdateRecorder {
  readonly #log: ChatLog;
  readonly #workspaceId: WorkspaceId;
  readonly #folder: string;
  readonly #diffs: CallDiffs;
  readonly #calls = new Map<string, KnownCall>();
  readonly #unshown = new Set<KnownCall>();
  /** Those who wait until the agent has told of a call. */
  readonly #awaited = new Map<string, () => void>();
  #heard: { known: KnownCall; ok: boolean }[] = [];
  #messageId: MessageId | undefined;
  #text: OpenText | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: ChatLog, workspaceId: WorkspaceId, folder: string) {
    this.#log = log;
    this.#workspaceId = workspaceId;
    this.#folder = folder;
    this.#diffs = new CallDiffs(folder);
  }

  /** Has everything from now on stand in an answer. */
  begin(messageId: MessageId): void {
    this.#closeText();
    this.#messageId = messageId;
  }

  /** The answer that goes on, or the last one; undefined before the first. */
  get messageId(): MessageId | undefined {
    return this.#messageId;
  }

  call(agentId: string): KnownCall | undefined {
    return this.#calls.get(agentId);
  }

  /** Resolves once the agent has told of a call, and after a time, in milliseconds, in any case. */
  async untilTold(agentId: string, patience: number): Promise<void> {
    if (this.#calls.has(agentId)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, patience);
    this.#awaited.set(agentId, resolve);
    await promise;
    clearTimeout(timer);
    this.#awaited.delete(agentId);
  }

  /** The changes of files that a call shows. */
  filesOf({ state }: KnownCall): FileDiff[] {
    return this.#diffs.of(state);
  }

  /** Takes an update about words and calls; false for one about anything else. */
  record(update: SessionUpdate): boolean {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        this.#say('text', update);
        return true;
      case 'agent_thought_chunk':
        this.#say('reasoning', update);
        return true;
      default:
        return false;
    }
  }

  /** Takes what is new of a call. One that `begins` is another than one of its id that is over. */
  change(call: AgentToolCall, begins: boolean): KnownCall {
    this.#settleHeard();
    if (begins && !isOver(updated(undefined, call))) this.#forgetSettled(call.toolCallId);
    return this.#take(call.toolCallId, updated(this.#calls.get(call.toolCallId)?.state, call));
  }

  /** Takes a call as a request describes it, and shows it at once. */
  put(call: AgentToolCall): KnownCall {
    const { toolCallId: agentId } = call;
    this.#forgetSettled(agentId);
    const known = this.#take(agentId, askedAbout(this.#calls.get(agentId)?.state, call));
    this.#show();
    return known;
  }

  /** Adds a call that the agent does not know, for something that it asks. */
  add(kind: ToolKind, toolName: string, input: unknown): KnownCall | undefined {
    if (this.#messageId === undefined) return undefined;
    const toolCallId = this.#unusedId(toolName);
    const state = updated(undefined, { toolCallId, rawInput: input, rawOutput: undefined });
    const known = { toolCallId, messageId: this.#messageId, kind, state, settled: false };
    this.#calls.set(`parley:${toolCallId}`, known);
    this.#addPart(known, toolName, false);
    return known;
  }

  /** Changes the kind of a call, which asks or stages something. */
  turnInto(known: KnownCall, kind: ToolKind): void {
    if (known.kind === kind) return;
    known.kind = kind;
    this.#unshown.add(known);
    this.#show();
  }

  settle(known: KnownCall, ok: boolean, text: string): void {
    known.settled = true;
    this.#unshown.delete(known);
    this.#log.changeCall(this.#workspaceId, known.messageId, known.toolCallId, this.#now(known));
    this.#log.settleTool(this.#workspaceId, known.messageId, known.toolCallId, { ok, text });
  }

  /** Settles a call once the agent goes on, which shows that it has heard. */
  settleWithNext(known: KnownCall, ok: boolean): void {
    this.#heard.push({ known, ok });
  }

  /** Says in one line what happened between Parley and the agent. */
  note(title: string): void {
    const known = this.add('plain', 'session', null);
    if (known === undefined) return;
    known.state = { ...known.state, title, status: 'completed' };
    this.settle(known, true, '');
  }

  /** The agent came to an end: what it left open is over too, but for what waits on. `cut` when it was stopped. */
  end(cut: boolean, waiting: ReadonlySet<ToolCallId>): void {
    this.#closeText();
    this.#show();
    this.#heard = [];
    for (const known of this.#calls.values()) {
      if (known.settled || waiting.has(known.toolCallId)) continue;
      known.state = { ...known.state, status: cut ? 'failed' : 'completed' };
      this.settle(known, !cut, cut ? outputOf(known.state) || interrupted : outputOf(known.state));
    }
  }

  /** Stores what windows have seen, and lets go of everything. */
  close(): void {
    this.#closeText();
    this.#show();
  }

  /** Agents may use the id of a call that is over for another one. */
  #forgetSettled(agentId: string): void {
    if (this.#calls.get(agentId)?.settled === true) this.#calls.delete(agentId);
  }

  #settleHeard(): void {
    const heard = this.#heard;
    this.#heard = [];
    for (const { known, ok } of heard) this.settle(known, ok, '');
  }

  #say(type: OpenText['type'], update: SessionUpdate): void {
    const text = textIn(update);
    const { messageId: of } = update;
    if (text === '' || this.#messageId === undefined) return;
    this.#settleHeard();
    const open = this.#text;
    if (
      open !== undefined &&
      (open.type !== type || (of !== undefined && open.of !== undefined && open.of !== of))
    )
      this.#closeText();
    this.#text ??= this.#openText(type, of, this.#messageId);
    this.#text.tail.append(text);
  }

  #openText(type: OpenText['type'], of: string | undefined, messageId: MessageId): OpenText {
    const position = this.#log.addPart(this.#workspaceId, { messageId, step: 0, type, text: '' });
    return { type, of, position, tail: this.#log.openText(this.#workspaceId, messageId, position) };
  }

  #closeText(): void {
    const open = this.#text;
    if (open === undefined || this.#messageId === undefined) return;
    this.#text = undefined;
    this.#log.closeText(this.#workspaceId, open.tail);
    if (open.type === 'reasoning') this.#log.endThought(this.#workspaceId, this.#messageId, open.position);
  }

  #take(agentId: string, state: CallState): KnownCall {
    const known = this.#calls.get(agentId);
    if (known === undefined) return this.#begin(agentId, state);
    known.state = state;
    if (isOver(state)) {
      this.settle(known, state.status === 'completed', outputOf(state));
    } else {
      this.#unshown.add(known);
      this.#timer ??= setTimeout(() => this.#show(), showAfter);
    }
    return known;
  }

  #begin(agentId: string, state: CallState): KnownCall {
    this.#closeText();
    const messageId = (this.#messageId ??= this.#log.beginAgentMessage(this.#workspaceId));
    const known: KnownCall = {
      toolCallId: this.#unusedId(agentId),
      messageId,
      kind: 'plain',
      state,
      settled: false,
    };
    this.#calls.set(agentId, known);
    this.#addPart(known, state.name === '' ? state.kind : state.name, true);
    this.#awaited.get(agentId)?.();
    if (isOver(state)) this.settle(known, state.status === 'completed', outputOf(state));
    return known;
  }

  #addPart(known: KnownCall, toolName: string, works: boolean): void {
    this.#closeText();
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

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const known of this.#unshown)
      this.#log.changeCall(this.#workspaceId, known.messageId, known.toolCallId, this.#now(known));
    this.#unshown.clear();
  }

  #now({ kind, state }: KnownCall) {
    return { kind, input: state.rawInput ?? null, work: this.#workOf(state) };
  }

  #workOf(state: CallState) {
    return workOf(
      state,
      this.#diffs.of(state),
      this.#folder,
      (agentId) => this.#calls.get(agentId)?.toolCallId,
    );
  }

  #unusedId(given: string): ToolCallId {
    return unusedCallId(given, (id) => this.#log.hasCall(this.#workspaceId, id));
  }
}
