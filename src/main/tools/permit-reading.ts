import { permissionRefusalText } from '../../shared/permissions/permission-text.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import { ToolError } from '../folder/file-content.ts';

/**
 * Asks the person for a file that may hold secrets, by its path in the chat's folder; returns the text for the
 * model where they refuse.
 */
export async function refusedToRead({ permit }: ToolContext, path: string): Promise<string | undefined> {
  const outcome = await permit({ type: 'read', path });
  return outcome.type === 'allowed' ? undefined : permissionRefusalText(outcome);
}

/** The same for tools that stage: throws a ToolError where the person refuses. */
export async function permitReading(context: ToolContext, path: string): Promise<void> {
  const refused = await refusedToRead(context, path);
  if (refused !== undefined) throw new ToolError(refused);
}
