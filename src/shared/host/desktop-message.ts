import type { CommandId } from '../commands/command.ts';
import type { ToolCallId, WorkspaceId } from '../ids.ts';

/**
 * Message from the desktop to the page of its window: a command chosen in its menu, a link that was opened, a
 * card whose notification was clicked, or the version that a restart would start, null while none is offered.
 */
export type DesktopMessage =
  | { type: 'command'; id: CommandId }
  | { type: 'link'; link: string }
  | { type: 'show'; workspaceId: WorkspaceId; toolCallId: ToolCallId | null }
  | { type: 'update'; version: string | null };
