import { isInbox } from '../../shared/workspace/workspace-link.ts';
import type { AppEvent, AppState, Removal } from '../../shared/contract/app-state.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { PermissionRule } from '../../shared/permissions/permission-rule.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { chatSections, chatsInOrder } from './chat-sections.ts';

export function applyAppEvent(app: AppState, event: AppEvent): AppState {
  switch (event.type) {
    case 'workspace-changed':
      return {
        ...app,
        workspaces: withWorkspace(app.workspaces, event.workspace),
        removals: withoutRemoval(app.removals, event.workspace.id),
      };
    case 'workspace-removed': {
      const { workspaceId } = event.removal;
      return {
        ...app,
        workspaces: app.workspaces.filter(({ id }) => id !== workspaceId),
        removals: [...withoutRemoval(app.removals, workspaceId), event.removal],
      };
    }
    case 'removal-ended':
      return { ...app, removals: withoutRemoval(app.removals, event.workspaceId) };
    case 'settings-changed':
      return { ...app, settings: event.settings };
    case 'rules-changed':
      return { ...app, rules: event.rules };
    case 'same-requests-changed':
      return { ...app, sameRequests: event.sameRequests };
    case 'trust-changed':
      return { ...app, trust: event.trust };
    case 'servers-changed':
      return { ...app, servers: event.servers };
    case 'agents-changed':
      return { ...app, agents: event.agents };
    case 'installs-changed':
      return { ...app, installs: event.installs };
    case 'client-tokens-changed':
      return { ...app, clientTokens: event.clientTokens };
    case 'environment-changed':
      return { ...app, environment: event.environment };
    case 'notification':
    case 'open-workspace':
      return app;
  }
}

function withWorkspace(workspaces: readonly Workspace[], changed: Workspace): Workspace[] {
  const index = workspaces.findIndex(({ id }) => id === changed.id);
  return index < 0 ? [changed, ...workspaces] : workspaces.with(index, changed);
}

function withoutRemoval(removals: Removal[], id: WorkspaceId): Removal[] {
  const rest = removals.filter(({ workspaceId }) => workspaceId !== id);
  return rest.length === removals.length ? removals : rest;
}

/** Returns the chats in the order of the list: waiting ones, pinned ones, then folder by folder. */
export function inListOrder(workspaces: readonly Workspace[]): Workspace[] {
  return chatsInOrder(chatSections(workspaces, {}));
}

/** True for a chat in which something was said that another can go on with. */
export function canContinue({ id, firstMessage }: Workspace): boolean {
  return firstMessage !== '' && !isInbox(id);
}

/** False also for an archived chat that waits for the person. */
export function isInArchiveList({ archived, waiting }: Workspace): boolean {
  return archived && waiting === 0;
}

/**
 * Returns the next waiting chat after the open one, wrapping around, perhaps to the open one itself; null when
 * none waits.
 */
export function nextWaiting(
  workspaces: readonly Workspace[],
  openId: WorkspaceId | null,
): WorkspaceId | null {
  const waiting = inListOrder(workspaces).filter(({ id, waiting: count }) => count > 0 || id === openId);
  const at = waiting.findIndex(({ id }) => id === openId);
  const next = waiting[(at + 1) % waiting.length];
  return next === undefined || next.waiting === 0 ? null : next.id;
}

/** Returns the chat that a new window shows: its last one, else the first of the list. */
export function chatToOpen(workspaces: readonly Workspace[], wished: string): WorkspaceId | null {
  const kept = workspaces.find(({ id }) => id === wished);
  const first = inListOrder(workspaces).find((workspace) => !isInArchiveList(workspace));
  return (kept ?? first)?.id ?? null;
}

/** Returns the rules that apply in a chat's folder or in one inside it. */
export function rulesHere<Rule extends Pick<PermissionRule, 'folder'>>(
  rules: readonly Rule[],
  { folder: here }: { folder: string },
): Rule[] {
  return rules.filter(
    ({ folder }) => folder === null || folder === here || folder.startsWith(`${here.replace(/[/\\]$/, '')}/`),
  );
}
