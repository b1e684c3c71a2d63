import type { MessageId, ToolCallId } from '../../../../shared/ids.ts';
import { interrupted } from '../../../../shared/questions/cancel-reasons.ts';
import { longestName } from '../../../../shared/workspace/longest-name.ts';
import { type AgentToolCall, type SessionUpdate, toolCallIn } from '../protocol.schema.ts';
import { type CallMaker, type CallState, isOver, type OwnKind } from './call-state.ts';
import { blocksText, noticeIn, textIn } from './update-content.ts';

/** A call as the chat shows it. */
type ShownCall = { toolCallId: ToolCallId; messageId?: MessageId; state: CallState };

/** What stores calls: those of Parley's own about an agent, and the agent's. */
export type CallLog<Known> = {
  addOwn(name: string, own: Partial<CallState>, place?: MessageId): Known | undefined;
  changeOwn(known: Known, change: Partial<CallState>): void;
  /** Takes what is new of a call of an agent's subagent. */
  changeOf(by: Subagent<Known>, call: AgentToolCall, begins: boolean): void;
};

/** The most subagents that are shown of one agent's process, and that are known. */
const mostShown = 200;
const mostKnown = 10_000;

/** The most messages to and from a subagent that may still change. */
const mostMessages = 500;

/** A subagent: a session that an agent has begun, with the call that stands for it in the chat, if it is shown. */
export type Subagent<Known> = {
  readonly sessionId: string;
  readonly parent: Subagent<Known> | undefined;
  name: string;
  about: string | undefined;
  call: Known | undefined;
  /** The text that goes on, and the agent's own id of the message that it is a piece of. */
  open: { own: OwnKind; of: string | undefined; known: Known; text: string } | undefined;
  /** What was sent to it or by it, by the agent's ids. */
  readonly messages: Map<string, Known>;
};

/** Returns who makes the calls of a subagent now. */
export function makerOf({ name, call }: Subagent<ShownCall>): CallMaker {
  return { name, toolCallId: call?.toolCallId };
}

/**
 * The subagents of an agent, each a session of its own on the same connection (ACP's draft `subagent_update`): what one says
 * and does belongs to the call that stands for it. An agent that repeats itself or makes up ids changes nothing but what it
 * shows.
 */
export class Subagents<Known extends ShownCall> {
  readonly #log: CallLog<Known>;
  /** The agent's name for people. */
  readonly #agent: string;
  readonly #known = new Map<string, Subagent<Known>>();
  #shown = 0;

  constructor(log: CallLog<Known>, agent: string) {
    this.#log = log;
    this.#agent = agent;
  }

  of(sessionId: string): Subagent<Known> | undefined {
    return this.#known.get(sessionId);
  }

  /** Takes an update of a session; false where that is no subagent's and the update is about none. `root` is the chat's. */
  take(root: string, sessionId: string, update: SessionUpdate, params: unknown): boolean {
    const subagent = this.#known.get(sessionId);
    if (update.sessionUpdate === 'subagent_update') {
      this.#announce(root, subagent, update);
      return true;
    }
    if (subagent === undefined) return isAboutMessages(update);
    this.#tell(subagent, update, params);
    return true;
  }

  #announce(root: string, parent: Subagent<Known> | undefined, update: SessionUpdate): void {
    const { sessionId: id, title, description, state } = update;
    if (id === undefined || id === '' || id === root) return;
    const subagent = this.#known.get(id) ?? this.#add(id, parent);
    if (subagent === undefined) return;
    const name = title?.trim() || description?.trim();
    if (title !== undefined || subagent.about === undefined) subagent.name = nameIn(name) ?? subagent.name;
    if (description !== undefined) subagent.about = nameIn(description);
    this.#show(subagent);
    const { call } = subagent;
    if (call === undefined) return;
    const labels = { title: subagent.name, rawInput: { subagent_type: subagent.about ?? '' } };
    if (state?.state === 'running' || state?.state === 'requires_action')
      return this.#begin(subagent, call, labels);
    if (state?.state !== 'idle') return this.#log.changeOwn(call, labels);
    this.#close(subagent);
    this.#log.changeOwn(call, isOver(call.state) ? labels : { ...labels, ...endOf(state) });
  }

  #add(id: string, parent: Subagent<Known> | undefined): Subagent<Known> | undefined {
    if (this.#known.size >= mostKnown) return undefined;
    const named = { name: 'subagent', about: undefined, call: undefined };
    const subagent: Subagent<Known> = {
      sessionId: id,
      parent,
      ...named,
      open: undefined,
      messages: new Map(),
    };
    this.#known.set(id, subagent);
    return subagent;
  }

  /** Shows a subagent that is not shown yet, unless there are too many. */
  #show(subagent: Subagent<Known>): void {
    if (subagent.call !== undefined || this.#shown > mostShown) return;
    this.#shown += 1;
    if (this.#shown > mostShown) {
      const title = `${this.#agent} has begun more than ${mostShown} subagents. What the others do is not shown.`;
      this.#log.addOwn('session', { title, status: 'completed' });
      return;
    }
    subagent.call = this.#addCall(subagent, 'pending');
  }

  #addCall(subagent: Subagent<Known>, status: string): Known | undefined {
    const { name, about, parent } = subagent;
    return this.#log.addOwn(
      'subagent',
      {
        own: 'subagent',
        title: name,
        status,
        rawInput: { subagent_type: about ?? '' },
        ...(parent?.call !== undefined && { by: makerOf(parent) }),
      },
      parent?.call?.messageId,
    );
  }

  /** One that works again after it was done is shown again, where its agent goes on. */
  #begin(subagent: Subagent<Known>, call: Known, labels: Partial<CallState>): void {
    if (!isOver(call.state)) return this.#log.changeOwn(call, { ...labels, status: 'in_progress' });
    subagent.call = this.#addCall(subagent, 'in_progress') ?? call;
  }

  #tell(subagent: Subagent<Known>, update: SessionUpdate, params: unknown): void {
    if (subagent.call === undefined) return;
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return this.#append(subagent, 'words', update.messageId, textIn(update));
      case 'agent_thought_chunk':
        return this.#append(subagent, 'thought', update.messageId, textIn(update));
      case 'tool_call':
      case 'tool_call_update': {
        const call = toolCallIn(params);
        if (call === undefined) return;
        this.#close(subagent);
        return this.#log.changeOf(subagent, call, update.sessionUpdate === 'tool_call');
      }
      case 'session_message':
        return this.#message(subagent, update);
      case 'session_message_chunk':
        return this.#append(subagent, 'words', update.messageId, textIn(update));
      case 'notice':
        this.#say(subagent, 'words', noticeIn(update));
        return;
      default:
      // Its settings, plan and use of tokens are not the chat's.
    }
  }

  /** Messages between sessions have ids, by which one that comes again replaces what it said. */
  #message(subagent: Subagent<Known>, update: SessionUpdate): void {
    const { messageId, senderSessionId, content } = update;
    const text = blocksText(content);
    const before = messageId === undefined ? undefined : subagent.messages.get(messageId);
    if (before !== undefined) return this.#log.changeOwn(before, { rawOutput: text });
    const known = this.#say(subagent, senderSessionId === subagent.sessionId ? 'words' : 'task', text);
    if (messageId !== undefined && known !== undefined && subagent.messages.size < mostMessages)
      subagent.messages.set(messageId, known);
  }

  #say(subagent: Subagent<Known>, own: OwnKind, text: string): Known | undefined {
    this.#close(subagent);
    return text === '' ? undefined : this.#addWords(subagent, own, { status: 'completed', rawOutput: text });
  }

  #append(subagent: Subagent<Known>, own: OwnKind, of: string | undefined, text: string): void {
    if (text === '') return;
    const { open } = subagent;
    if (open?.own === own && (of === undefined || open.of === undefined || open.of === of)) {
      open.text += text;
      return this.#log.changeOwn(open.known, { rawOutput: open.text });
    }
    this.#close(subagent);
    const known = this.#addWords(subagent, own, { status: 'in_progress', rawOutput: text });
    if (known !== undefined) subagent.open = { own, of, known, text };
  }

  #addWords(subagent: Subagent<Known>, own: OwnKind, state: Partial<CallState>): Known | undefined {
    const title = titles.get(own) ?? 'Words';
    const place = subagent.call?.messageId;
    return this.#log.addOwn('subagent', { own, title, by: makerOf(subagent), ...state }, place);
  }

  #close(subagent: Subagent<Known>): void {
    const { open } = subagent;
    if (open === undefined) return;
    subagent.open = undefined;
    this.#log.changeOwn(open.known, { status: 'completed' });
  }
}

const titles: ReadonlyMap<OwnKind, string> = new Map([
  ['task', 'Task'],
  ['thought', 'Thought'],
]);

/** Messages with subagents stand in the subagent's own transcript. */
function isAboutMessages({ sessionUpdate }: SessionUpdate): boolean {
  return sessionUpdate === 'session_message' || sessionUpdate === 'session_message_chunk';
}

function endOf(state: NonNullable<SessionUpdate['state']>): Partial<CallState> {
  const { stopReason, error } = state;
  if (stopReason === 'error') return { status: 'failed', rawOutput: error?.message ?? '' };
  if (stopReason === 'cancelled') return { status: 'failed', rawOutput: interrupted };
  return { status: 'completed' };
}

function nameIn(words: string | undefined): string | undefined {
  const line = (words ?? '').replaceAll(/\s+/g, ' ').trim();
  return line === '' ? undefined : line.slice(0, longestName);
}
