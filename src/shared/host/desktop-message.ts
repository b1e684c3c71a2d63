import type { CommandId } from '../commands/command.ts';
import type { ToolCallId, WorkspaceId } from '../ids.ts';

/**
 * What the desktop tells the page of its window: a command chosen in its menu, a link that was
 * opened, or a card that a notification led to.
 */
export type DesktopMessage =
  | { type: 'command'; id: CommandId }
  | { type: 'link'; link: string }
  | { type: 'show'; workspaceId: WorkspaceId; toolCallId: ToolCallId | null };
