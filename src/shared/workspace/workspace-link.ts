import type { ToolCallId, WorkspaceId } from '../ids.ts';

/** Links to a workspace look like `parley://workspace/<id>`; in a page's address the same is `#/workspace/<id>`. */
export const linkScheme = 'parley';

/** A longer text is no link of ours. */
const longestLink = 1_000;

export function workspaceLink(id: WorkspaceId): string {
  return `${linkScheme}://workspace/${encodeURIComponent(id)}`;
}

export function workspaceHash(id: WorkspaceId): string {
  return `#/workspace/${encodeURIComponent(id)}`;
}

/**
 * The id that a link or the hash of an address names, as it was written: whether there is such a
 * workspace is for the reader to find. Undefined for anything that is no link to a workspace.
 */
export function linkedWorkspace(text: string): string | undefined {
  if (text.length > longestLink) return undefined;
  const [, id] = /^(?:parley:\/\/|#\/)workspace\/([^/?#\s]+)\/?$/i.exec(text.trim()) ?? [];
  if (id === undefined) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}

/** True if a text, such as an argument of a command line, is meant as a Parley link. */
export function isParleyLink(text: string): boolean {
  return text.toLowerCase().startsWith(`${linkScheme}:`);
}

/** A card somewhere: its chat, and the tool call that asks. */
export type CardPlace = { workspaceId: WorkspaceId; toolCallId: ToolCallId };

/** The id of the workspace that receives what outside askers ask about no folder of another one. */
export const inboxName = 'inbox';

export function isInbox(id: WorkspaceId): boolean {
  return id === inboxName;
}
