import { useEffect } from 'react';
import type { AppState } from '../shared/contract/app-state.ts';
import { visibleText } from '../shared/hidden-characters.ts';
import type { Workspace } from '../shared/workspace/workspace.ts';

/** The window's title: the open chat, and how many chats wait for the person. */
export function usePageTitle(app: AppState | null, open: Workspace | undefined): void {
  const waiting = app?.workspaces.filter((workspace) => workspace.waiting > 0).length ?? 0;
  const title = `${waiting > 0 ? `(${waiting}) ` : ''}${open === undefined ? 'Parley' : `${visibleText(open.name, 'line')} – Parley`}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
