import type { WorkspaceId } from '../ids.ts';

/** A link is `parley://workspace/<id>`; in a page's address it is `#/workspace/<id>`. */
export const linkScheme = 'parley';

/** A longer text is never a link. */
const longestLink = 1_000;

export function workspaceLink(id: WorkspaceId): string {
  return `${linkScheme}://workspace/${encodeURIComponent(id)}`;
}

export function workspaceHash(id: WorkspaceId): string {
  return `#/workspace/${encodeURIComponent(id)}`;
}

/** Returns the id in a link or hash, as written; it may not exist. Undefined for anything else. */
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

/** True if a text, such as a command line argument, is meant as a Parley link. */
export function isParleyLink(text: string): boolean {
  return text.toLowerCase().startsWith(`${linkScheme}:`);
}

/** The workspace for questions of outside askers whose folder matches no other. */
export const inboxName = 'inbox';

export function isInbox(id: WorkspaceId): boolean {
  return id === inboxName;
}
