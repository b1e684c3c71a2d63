import { useEffect, useMemo, useRef } from 'react';
import { type CommandId, commandIds } from '../../shared/commands/command.ts';
import type { DesktopMessage } from '../../shared/host/host.ts';
import { useParley, useView } from '../parley-context.tsx';
import { isShortcut } from '../shortcut.ts';
import type { Parley } from '../state/parley.ts';
import { closeDialog } from '../state/view-store.ts';
import { type CommandActions, createCommandActions, mayRun } from './command-actions.ts';

/** Handles the shortcuts, the desktop's menu and links for the whole window. */
export function useCommands(): void {
  const parley = useParley();
  const actions = useMemo(() => createCommandActions(parley), [parley]);
  useEffect(() => {
    const done = new AbortController();
    const { signal } = done;
    document.addEventListener('keydown', (event) => onKeyDown(event, parley, actions), { signal });
    window.addEventListener('hashchange', () => parley.openLink(window.location.hash), { signal });
    return () => done.abort();
  }, [parley, actions]);
  useEffect(() => {
    window.parleyHost?.onMessage((message) => take(message, parley, actions));
  }, [parley, actions]);
}

function onKeyDown(event: KeyboardEvent, parley: Parley, actions: CommandActions): void {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const id = commandIds.find((known) => isShortcut(event, known));
  if (id === undefined) return;
  event.preventDefault();
  runHere(id, parley, actions);
}

function runHere(id: CommandId, parley: Parley, actions: CommandActions): void {
  if (!mayRun(id, parley.view.getState())) return;
  if (parley.view.getState().dialog === 'palette') closeDialog(parley.view, 'palette');
  else actions.run(id);
}

function take(message: DesktopMessage, parley: Parley, actions: CommandActions): void {
  switch (message.type) {
    case 'command':
      return runHere(message.id, parley, actions);
    case 'link':
      return parley.openLink(message.link);
    case 'show':
      return parley.showCard(message.workspaceId, message.toolCallId);
    case 'update':
      return parley.view.setState({ update: message.version });
  }
}

/** Hiding the list may remove what has the focus; it then goes to the list, or to the composer. */
export function useSidebarFocus(): void {
  const { view } = useParley();
  const sidebar = useView(({ columns }) => columns.sidebarShown);
  const before = useRef(sidebar);
  useEffect(() => {
    if (before.current === sidebar) return;
    before.current = sidebar;
    if (document.activeElement !== document.body) return;
    if (!sidebar) return view.setState({ caretRequested: true });
    const rows = document.querySelectorAll<HTMLElement>('[data-list-row]');
    ([...rows].find((row) => row.ariaCurrent === 'page') ?? rows[0])?.focus();
  }, [sidebar, view]);
}
