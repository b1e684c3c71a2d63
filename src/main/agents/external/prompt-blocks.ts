import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mentionedPaths } from '../../../shared/transcript/mentions.ts';
import type { HistoryEntry } from '../../chat/chat-history.ts';
import { textForAgent } from '../../chat/examine-file.ts';
import type { ChatLog } from '../../chat/chat-log.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { entryText } from '../model/compaction/older-text.ts';
import type { Initialized } from './protocol/initialized.schema.ts';

/** A block of a prompt. */
export type PromptBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; text: string; mimeType?: string } }
  | { type: 'resource_link'; uri: string; name: string };

export type UserEntry = Extract<HistoryEntry, { role: 'user' }>;

type Source = { log: ChatLog; workspaceId: WorkspaceId; agent: Initialized };

/** Returns a person's message as blocks of a prompt: its files as the agent takes them, then its words. */
export function messageBlocks(
  { text, attachments }: UserEntry,
  { log, workspaceId, agent }: Source,
): PromptBlock[] {
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

/** Returns the files that a message mentions as links, for agents that read them by themselves. */
export function mentionLinks(text: string, known: readonly string[], folder: string): PromptBlock[] {
  const named = new Set(mentionedPaths(text));
  return known
    .filter((path) => named.has(path))
    .map((path) => ({ type: 'resource_link', uri: pathToFileURL(join(folder, path)).href, name: path }));
}

/** The longest conversation that a new session is given, in characters; the oldest part goes first. */
const longestConversation = 60_000;

/** Returns what was said in a chat as a text for an agent that was not there. */
export function conversationText(history: readonly HistoryEntry[]): string {
  const whole = history
    .map(entryText)
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
