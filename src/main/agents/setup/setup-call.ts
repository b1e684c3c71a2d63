import { setupTool } from '../../../shared/transcript/setup-tool.ts';
import type { HistoryEntry } from '../../chat/chat-history.ts';

/** True of a message that holds nothing but what Parley ran in a new worktree, which no agent has said. */
export function isSetup(entry: HistoryEntry): boolean {
  if (entry.role === 'user' || entry.steps.length === 0) return false;
  const parts = entry.steps.flatMap((step) => step.parts);
  return parts.every((part) => part.type === 'tool' && part.tool_name === setupTool);
}

/** Returns what such a message tells an agent; nothing for another. */
export function setupTexts(entry: HistoryEntry): string[] {
  if (entry.role === 'user' || !isSetup(entry)) return [];
  const parts = entry.steps.flatMap((step) => step.parts);
  return parts.flatMap((part) => (part.type === 'tool' && part.result?.text) || []);
}
