import type { AgentCommand } from '../../../../shared/providers/external-agent.ts';
import type { ProgressItem } from '../../../../shared/transcript/transcript.ts';
import { blockText } from './call-state.ts';
import { contentBlockSchema, type SessionUpdate } from '../protocol.schema.ts';

/** Returns the text of an update about words; empty where its content can't be read. */
export function textIn({ content }: SessionUpdate): string {
  const block = contentBlockSchema.safeParse(content);
  return block.success ? blockText(block.data) : '';
}

/** Returns the text of a list of blocks; what can't be read is left out. */
export function blocksText(blocks: unknown): string {
  if (!Array.isArray(blocks)) return '';
  return blocks
    .flatMap((block) => contentBlockSchema.safeParse(block).data ?? [])
    .map(blockText)
    .join('\n\n');
}

/** Returns a notice in one line. */
export function noticeIn({ title, description }: SessionUpdate): string {
  return [title, description].filter(Boolean).join(': ');
}

/** Returns the items of a plan in an update. */
export function progressIn({ entries = [] }: SessionUpdate): ProgressItem[] {
  return entries.map(({ content: text, status }) => ({ text, status }));
}

/** Returns the commands of an agent in an update. */
export function commandsIn({ availableCommands = [] }: SessionUpdate): AgentCommand[] {
  return availableCommands.map(({ name, description = '', input }) => ({
    name,
    description,
    argument: input?.hint ?? null,
  }));
}
