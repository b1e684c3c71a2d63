import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { HistoryEntry } from '../../chat/chat-history.ts';
import { endOfAnswers } from '../model/next-move.ts';
import type { HostedParts } from './hosted-parts.ts';
import { lentHint } from './lent-tools.ts';
import type { HostedSession } from './session/hosted-session.ts';
import { conversationText, mentionLinks, messageBlocks, type PromptBlock } from './prompt-blocks.ts';

const goOn = 'Go on where you stopped.';

const textBlock = (text: string): PromptBlock => ({ type: 'text', text });

type Parts = Pick<HostedParts, 'log' | 'workspaces' | 'resolving'>;

/**
 * Returns what Parley has said to an agent after its last answer, such as of a plan that was approved then, or
 * before the answer `now`.
 */
export function steeredTexts({ log, resolving }: Parts, id: WorkspaceId, now?: MessageId): string[] {
  const end = endOfAnswers(log.historyEnd(id));
  return resolving
    .told(id)
    .filter(({ messageId, step }) => messageId === now || (messageId === end?.messageId && step >= end.step))
    .map(({ text }) => text);
}

type Situation = {
  workspaceId: WorkspaceId;
  /** The answer that the prompt is for. */
  messageId: MessageId;
  session: HostedSession;
  /** True where the session does not know the chat. */
  isNew: boolean;
  untold: readonly string[];
  /** The answers before which the agent has not heard the person's message. */
  unheard: ReadonlySet<MessageId>;
};

/** Returns what the agent is to be given, and the conversation before it for a session that does not know it. */
export function promptFor(
  parts: Parts,
  { workspaceId, messageId, session, isNew, untold, unheard }: Situation,
): { context: PromptBlock[]; prompt: PromptBlock[] } {
  const { log } = parts;
  const history = log.history(workspaceId);
  const last = history.findLastIndex(
    (entry) => entry.role === 'agent' && entry.steps.length > 0 && !unheard.has(entry.messageId),
  );
  const said = blocksOf(history.slice(last + 1), parts, workspaceId, session);
  const told = [...steeredTexts(parts, workspaceId, messageId), ...untold].map(textBlock);
  const prompt = [...told, ...said];
  const context = isNew && last >= 0 ? [textBlock(conversationText(history.slice(0, last + 1)))] : [];
  return { context, prompt: prompt.length === 0 ? [textBlock(goOn)] : prompt };
}

/** Returns what a session is told once, before anything else. */
export function firstWords({ borrows }: HostedSession): PromptBlock[] {
  return borrows.length > 0 ? [textBlock(lentHint(borrows))] : [];
}

/** Returns what the person has said after an answer was begun. */
export function saidAfter(
  parts: Parts,
  workspaceId: WorkspaceId,
  messageId: MessageId,
  session: HostedSession,
): PromptBlock[] {
  const history = parts.log.history(workspaceId);
  const at = history.findIndex((entry) => entry.messageId === messageId);
  return blocksOf(history.slice(at + 1), parts, workspaceId, session);
}

/** Returns the messages of the person as blocks of a prompt. */
function blocksOf(
  entries: readonly HistoryEntry[],
  { log, workspaces }: Parts,
  workspaceId: WorkspaceId,
  { agent }: HostedSession,
): PromptBlock[] {
  const { folder } = workspaces.row(workspaceId);
  const mentions = log.mentions(workspaceId);
  return entries.flatMap((entry) =>
    entry.role === 'agent'
      ? []
      : [...messageBlocks(entry, { log, workspaceId, agent }), ...mentionLinks(entry.text, mentions, folder)],
  );
}
