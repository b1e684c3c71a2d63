import {
  type CommandId,
  type NamedCommandId,
  workspaceCommand,
  workspacePositions,
} from '../../shared/commands/command.ts';
import { canCompact } from '../../shared/workspace/context-share.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { hostKind } from '../host.ts';
import {
  canContinue,
  inListOrder,
  isInArchiveList,
  nextWaiting,
  rulesHere,
} from '../state/app-projection.ts';
import { hasMessages } from '../state/chat/chat-view.ts';
import { stopOrAsk } from '../state/composer/stop-or-ask.ts';
import { canStop } from '../state/composer/waiting-text.ts';
import type { Parley } from '../state/parley.ts';
import {
  type Dialog,
  drawColumns,
  openFind,
  openPage,
  type Page,
  type ViewState,
} from '../state/view-store.ts';

/** `available` is asked again right before the action runs. */
type Action = { available(): boolean; run(): void };

export type CommandActions = {
  isAvailable(id: CommandId): boolean;
  /** Does nothing while the command is not available. */
  run(id: CommandId): void;
};

/** Returns the workspaces in the order of the list, without archived ones; the first nine have keys. */
function activeWorkspaces(workspaces: readonly Workspace[]): Workspace[] {
  return inListOrder(workspaces).filter((workspace) => !isInArchiveList(workspace));
}

export function createCommandActions(parley: Parley): CommandActions {
  const actions = namedActions(parley);

  function actionOf(id: CommandId): Action {
    const place = workspacePositions.find((known) => workspaceCommand(known) === id);
    if (place !== undefined) return placeAction(parley, place);
    return isNamed(actions, id) ? actions[id] : { available: () => false, run: () => undefined };
  }

  return {
    isAvailable: (id) => actionOf(id).available(),
    run(id) {
      const action = actionOf(id);
      if (action.available()) action.run();
    },
  };
}

function isNamed(actions: Record<NamedCommandId, Action>, id: CommandId): id is NamedCommandId {
  return id in actions;
}

function placeAction({ store, openWorkspace }: Parley, place: number): Action {
  const found = () => activeWorkspaces(store.getState().app?.workspaces ?? [])[place - 1];
  return {
    available: () => found() !== undefined,
    run() {
      const workspace = found();
      if (workspace !== undefined) openWorkspace(workspace.id);
    },
  };
}

/** Makes actions for the open chat; unavailable while there is none. */
function inOpenChat({ store }: Parley) {
  const open = () => {
    const { app, openId } = store.getState();
    return app?.workspaces.find(({ id }) => id === openId);
  };
  return (
    run: (workspace: Workspace) => unknown,
    when: (workspace: Workspace) => boolean = () => true,
  ): Action => ({
    available() {
      const workspace = open();
      return workspace !== undefined && when(workspace);
    },
    run() {
      const workspace = open();
      if (workspace !== undefined) run(workspace);
    },
  });
}

function namedActions(parley: Parley): Record<NamedCommandId, Action> {
  const { store, view } = parley;
  const dialog = (name: Dialog): Action => ({
    available: () => true,
    run: () => view.setState({ dialog: name, drawer: false }),
  });
  const page = (shown: Page): Action => ({ available: () => true, run: () => openPage(view, shown) });
  const inChat = inOpenChat(parley);
  return {
    'new-workspace': dialog('new-workspace'),
    settings: page({ name: 'settings', part: null }),
    palette: dialog('palette'),
    shortcuts: page({ name: 'settings', part: 'keyboard' }),
    about: page({ name: 'settings', part: 'about' }),
    queue: { available: () => true, run: () => parley.openQueue() },
    ledger: page({ name: 'decisions' }),
    'new-chat': { available: () => true, run: () => parley.newChat() },
    'new-chat-from': inChat(({ id }) => parley.newChatFrom(id), canContinue),
    'copy-link': inChat(({ id }) => parley.copyLink(id, hostKind)),
    export: inChat(
      () => view.setState({ dialog: 'export', drawer: false }),
      ({ id }) => hasMessages(store.getState().chats[id]),
    ),
    'focus-composer': inChat(() => view.setState({ caretRequested: true, drawer: false, page: null })),
    find: inChat(
      ({ id }) => openFind(view, id),
      ({ id }) => hasMessages(store.getState().chats[id]),
    ),
    compact: inChat(
      async (workspace) => (await import('../state/chat/branch-intents.ts')).compact(parley, workspace),
      (workspace) => canCompact(workspace) && workspace.turn.status !== 'working',
    ),
    'allowed-here': inChat(
      () => view.setState({ dialog: 'allowed-here', drawer: false }),
      (workspace) => rulesHere(store.getState().app?.rules ?? [], workspace).length > 0,
    ),
    stop: inChat(({ id }) => stopOrAsk(parley, id), canStop),
    'next-waiting': {
      available: () => nextWaiting(store.getState().app?.workspaces ?? [], store.getState().openId) !== null,
      run: () => parley.openNextWaiting(cardAtHand(parley)),
    },
    'toggle-sidebar': { available: () => true, run: () => toggleSidebar(parley) },
    'zoom-in': zoom('zoom-in'),
    'zoom-out': zoom('zoom-out'),
    'zoom-reset': zoom('zoom-reset'),
  };
}

/** Returns the call of the card that has the focus, in the chat or in the pane; null for none. */
function cardAtHand({ view }: Parley): string | null {
  const focused = document.activeElement;
  const card = focused?.closest<HTMLElement>('[data-tool-call-id]')?.dataset['toolCallId'];
  const { pane } = view.getState();
  const inPane = pane?.type === 'preview' && focused?.closest('[data-pane]') !== null;
  return card ?? (inPane ? pane.toolCallId : null);
}

/** In a narrow window the list is a drawer over the chat. */
function toggleSidebar({ view }: Parley): void {
  const { drawer, columns } = view.getState();
  if (matchMedia('(width < 720px)').matches) view.setState({ drawer: !drawer });
  else drawColumns(view, { sidebarShown: !columns.sidebarShown });
}

/** For the desktop: a browser has a zoom of its own. */
function zoom(command: 'zoom-in' | 'zoom-out' | 'zoom-reset'): Action {
  return {
    available: () => window.parleyHost !== undefined,
    run: () => window.parleyHost?.zoom(command),
  };
}

/** Commands about what is visible of the chat and of the list beside it. */
const aboutChat: ReadonlySet<CommandId> = new Set([
  'find',
  'stop',
  'copy-link',
  'compact',
  'allowed-here',
  'new-chat-from',
]);

/**
 * Returns whether a command may run. With a dialog open only the palette's own key does, which closes it again;
 * with a page over the chat, whatever is not about what it covers.
 */
export function mayRun(id: CommandId, { dialog, page }: Pick<ViewState, 'dialog' | 'page'>): boolean {
  if (dialog !== null) return dialog === 'palette' && id === 'palette';
  if (page === null || page.name === 'queue') return true;
  return !aboutChat.has(id) && !(id === 'toggle-sidebar' && page.name === 'settings');
}
