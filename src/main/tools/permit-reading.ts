import { permissionRefusalText } from '../../shared/permissions/model-text.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import { ToolError } from '../folder/file-content.ts';

/**
 * Asks the person for a file that may hold secrets, by its path in the chat's folder; returns the text for the
 * model where they refuse.
 */
export async function refusedToRead({ permit }: ToolContext, path: string): Promise<string | undefined> {
  const verdict = await permit({ type: 'read', path });
  return verdict.type === 'allowed' ? undefined : permissionRefusalText(verdict);
}

/** The same for tools that stage: throws a ToolError where the person refuses. */
export async function permitReading(context: ToolContext, path: string): Promise<void> {
  const refused = await refusedToRead(context, path);
  if (refused !== undefined) throw new ToolError(refused);
}
