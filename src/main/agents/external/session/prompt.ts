import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { MessageId, WorkspaceId } from '../../../../shared/ids.ts';
import type { Problem } from '../../../../shared/workspace/turn-state.ts';
import { mentionedPaths } from '../../../../shared/transcript/mentions.ts';
import type { HistoryEntry } from '../../../chat/chat-history.ts';
import type { ChatLog } from '../../../chat/chat-log.ts';
import type { PersonMessages } from '../../../chat/person-messages.ts';
import { textForAgent } from '../../../chat/examine-file.ts';
import type { ResolveSteering } from '../../../previews/resolve-steering.ts';
import type { PendingContext } from '../../../storage/agent-session-store.ts';
import type { PartRow } from '../../../storage/part-store.ts';
import type { SteeringStore } from '../../../storage/steering-store.ts';
import type { Workspaces } from '../../../workspaces/workspaces.ts';
import type { TurnSignals } from '../../chat-agent.ts';
import { entryText } from '../../model/compaction/older-text.ts';
import { endOfAnswers } from '../../model/next-move.ts';
import { noteName, type Recorder } from '../calls/recorder.ts';
import { isSetup, setupTexts } from '../../setup/setup-call.ts';
import { injectedHint } from './injected-tools.ts';
import type { Initialized, PromptBlock } from '../protocol.schema.ts';
import type { KeptSession } from './kept-session.ts';
import type { AgentSession } from './session.ts';

type UserEntry = Extract<HistoryEntry, { role: 'user' }>;

type Source = { log: ChatLog; workspaceId: WorkspaceId; agent: Initialized };

/** Returns a person's message as blocks of a prompt: its files in a form that the agent takes, then its text. */
function messageBlocks({ text, attachments }: UserEntry, { log, workspaceId, agent }: Source): PromptBlock[] {
  const can = agent.agentCapabilities?.promptCapabilities;
  const files = attachments.map((attachment): PromptBlock => {
    const { id, name } = attachment;
    if (attachment.kind === 'image')
      return can?.image === true
        ? {
            type: 'image',
            data: Buffer.from(log.bytesForModels(workspaceId, id)).toString('base64'),
            mimeType: (attachment.copy ?? attachment).mediaType,
          }
        : {
            type: 'text',
            text: `[Attached image: ${name}. You cannot see images; say so where it matters.]`,
          };
    const content = textForAgent(log.bytesOf(workspaceId, id));
    return can?.embeddedContext === true
      ? {
          type: 'resource',
          resource: {
            uri: `attachment:///${encodeURIComponent(name)}`,
            text: content,
            mimeType: 'text/plain',
          },
        }
      : { type: 'text', text: `[Attached file: ${name}]\n${content}\n[End of ${name}]` };
  });
  return [...files, ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }])];
}

/** Returns the files that a message mentions as links, which agents read themselves. */
function mentionLinks(text: string, known: readonly string[], folder: string): PromptBlock[] {
  const named = new Set(mentionedPaths(text));
  return known
    .filter((path) => named.has(path))
    .map((path) => ({ type: 'resource_link', uri: pathToFileURL(join(folder, path)).href, name: path }));
}

/** The longest conversation that a new session is given, in characters; the oldest part goes first. */
const longestConversation = 60_000;

/** True of a line of Parley's own about the agent, which nobody said. */
function isNote(part: PartRow): boolean {
  return (
    part.type === 'tool' &&
    part.tool_name === noteName &&
    part.input === null &&
    (part.result?.text ?? '') === ''
  );
}

function withoutNotes(entry: HistoryEntry): HistoryEntry {
  if (entry.role === 'user') return entry;
  const steps = entry.steps.map((step) => ({ ...step, parts: step.parts.filter((part) => !isNote(part)) }));
  return { ...entry, steps };
}

/** Returns the conversation as a text, for a session that does not know it. */
function conversationText(history: readonly HistoryEntry[]): string {
  const whole = history
    .map((entry) => entryText(withoutNotes(entry)))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
  const text = whole.length <= longestConversation ? whole : `[…]\n${whole.slice(-longestConversation)}`;
  return [
    '<conversation-so-far>',
    'This chat goes on in a new session. What was said and done before:',
    '',
    text,
    '</conversation-so-far>',
  ].join('\n');
}

const goOn = 'Go on where you stopped.';

const textBlock = (text: string): PromptBlock => ({ type: 'text', text });

/**
 * The turn that runs, with the answer that it writes now; `ended` aborts at the end of that. `problem` is why Parley ended
 * its agent, where it did.
 */
export type Running = {
  signals: TurnSignals;
  messageId: MessageId | undefined;
  ended: AbortController;
  problem?: Problem;
};

type PromptDeps = {
  log: ChatLog;
  messages: PersonMessages;
  workspaces: Workspaces;
  resolving: ResolveSteering;
  steering: SteeringStore;
};

type PromptContext = {
  workspaceId: WorkspaceId;
  /** The answer that the prompt is for. */
  messageId: MessageId;
  session: AgentSession;
  /** True where the session does not know the chat. */
  isNew: boolean;
  pendingContext: readonly PendingContext[];
  /** The answers that were begun without a prompt. */
  unprompted: readonly MessageId[];
};

type SteeredTurn = {
  workspaceId: WorkspaceId;
  session: AgentSession;
  recorder: Recorder;
  kept: KeptSession;
  /** True once the turn is over. */
  isOver: () => boolean;
};

/** What agents are given of their chats: the person's messages, and what Parley says to an agent. */
export class Prompts {
  readonly #deps: PromptDeps;

  constructor(deps: PromptDeps) {
    this.#deps = deps;
  }

  /** Begins the answer to the next prompt, or goes on with one that is empty; what Parley says belongs before it. */
  beginAnswer(workspaceId: WorkspaceId): MessageId {
    const { log, steering } = this.#deps;
    const end = log.historyEnd(workspaceId).at(-1);
    const isEmpty = end?.role === 'agent' && end.steps.length === 0;
    const messageId = isEmpty ? end.messageId : log.beginAgentMessage(workspaceId);
    steering.place(workspaceId, messageId, 0);
    return messageId;
  }

  /**
   * Returns what Parley says to the agent after its last answer, such as of a plan that was approved then, or before the
   * answer `now`.
   */
  steeredTexts(workspaceId: WorkspaceId, now?: MessageId): string[] {
    const { log, resolving } = this.#deps;
    const end = endOfAnswers(log.historyEnd(workspaceId));
    return resolving
      .delivered(workspaceId)
      .filter(
        ({ messageId, step }) => messageId === now || (messageId === end?.messageId && step >= end.step),
      )
      .map(({ text }) => text);
  }

  /** Returns the prompt, and as `context` the conversation before it where the session does not know that. */
  next({ workspaceId, messageId, session, isNew, pendingContext, unprompted }: PromptContext): {
    context: PromptBlock[];
    prompt: PromptBlock[];
  } {
    const history = this.#deps.log.history(workspaceId);
    const last = history.findLastIndex(
      (entry) =>
        entry.role === 'agent' &&
        entry.steps.length > 0 &&
        !unprompted.includes(entry.messageId) &&
        !isSetup(entry),
    );
    const unread = history.slice(last + 1);
    const messages = this.#blocksOf(unread, workspaceId, session);
    const pending = pendingContext.map(({ text }) => text);
    const setup = unread.flatMap(setupTexts);
    const added = [...setup, ...this.steeredTexts(workspaceId, messageId), ...pending].map(textBlock);
    const prompt = [...added, ...messages];
    const context = isNew && last >= 0 ? [textBlock(conversationText(history.slice(0, last + 1)))] : [];
    return { context, prompt: prompt.length === 0 ? [textBlock(goOn)] : prompt };
  }

  /**
   * Gives an agent the queued messages within its turn; false where it does not take them, which then are its next prompt.
   */
  async steer(
    running: Running,
    { workspaceId, session, recorder, kept, isOver }: SteeredTurn,
  ): Promise<boolean> {
    const { log, messages } = this.#deps;
    const { messageId: before } = running;
    if (!session.canSteer || before === undefined) return false;
    messages.deliverQueued(workspaceId);
    if (!(await session.steer(this.#messagesAfter(workspaceId, before, session)))) return false;
    if (isOver()) return true;
    // The agent's text from now on stands below the message.
    log.completeSteps(before, 1);
    running.messageId = log.beginAgentMessage(workspaceId);
    recorder.begin(running.messageId);
    kept.promptHeard();
    kept.save({ messageId: running.messageId });
    return true;
  }

  /** Returns the person's messages after an answer was begun. */
  #messagesAfter(workspaceId: WorkspaceId, messageId: MessageId, session: AgentSession): PromptBlock[] {
    const history = this.#deps.log.history(workspaceId);
    const at = history.findIndex((entry) => entry.messageId === messageId);
    return this.#blocksOf(history.slice(at + 1), workspaceId, session);
  }

  /** Returns the messages of the person as blocks of a prompt. */
  #blocksOf(
    entries: readonly HistoryEntry[],
    workspaceId: WorkspaceId,
    { agent }: AgentSession,
  ): PromptBlock[] {
    const { log, workspaces } = this.#deps;
    const { folder } = workspaces.row(workspaceId);
    const mentions = log.mentions(workspaceId);
    return entries.flatMap((entry) =>
      entry.role === 'agent'
        ? []
        : [
            ...messageBlocks(entry, { log, workspaceId, agent }),
            ...mentionLinks(entry.text, mentions, folder),
          ],
    );
  }
}

/** Returns what comes before the first prompt of a session with injected tools: an agent is told only of those that it has. */
export function sessionHints(session: AgentSession): PromptBlock[] {
  const tools = session.hintedTools();
  return tools.length > 0 ? [textBlock(injectedHint(tools))] : [];
}

/** The time an agent has to end a cancelled turn, in milliseconds. */
const patience = 10_000;

/**
 * Sends a prompt; resolves with the reason for which the agent's turn ended. `stop` cancels the turn, `giveUp` is called
 * where the agent does not end it then.
 */
export async function promptUntil(
  session: AgentSession,
  prompt: readonly PromptBlock[],
  { stop, giveUp }: { stop: AbortSignal; giveUp: () => void },
): Promise<string> {
  const answer = session.prompt(prompt);
  const cancel = () => {
    session.cancel();
    void Promise.race([answer, pause(patience, undefined, { ref: false })])
      .catch(() => undefined)
      .then(giveUp);
  };
  stop.addEventListener('abort', cancel, { once: true });
  if (stop.aborted) cancel();
  try {
    return await answer;
  } finally {
    stop.removeEventListener('abort', cancel);
  }
}
