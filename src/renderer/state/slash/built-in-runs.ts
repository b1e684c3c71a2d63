import type { BuiltInCommand } from '../../../shared/commands/slash-command.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { undoneUnasked } from '../../../shared/transcript/turn-files.ts';
import { ownsFolder } from '../../../shared/worktrees/begun-on.ts';
import { summariseWhenDone } from '../chat/branch-intents.ts';
import type { Companion } from '../../companion.ts';
import type { FolderIntents } from '../list-intents.ts';
import { type ParleyStore, setChatLine } from '../parley-store.ts';
import type { ViewStore } from '../view-store.ts';

/** `message` is the text behind the command, to be sent now. */
type CommandEnd = { type: 'done' } | { type: 'message'; text: string };

type Window = { companion: Companion; store: ParleyStore; view: ViewStore } & Pick<FolderIntents, 'newChat'>;

type Run = (window: Window, id: WorkspaceId, argument: string) => Promise<CommandEnd>;

const done: CommandEnd = { type: 'done' };

/** The action of each built-in command. Rejects where main could not be reached; the text is kept then. */
export const builtInRuns: Record<BuiltInCommand, Run> = {
  plan: (window, id, text) => inMode(window, id, 'plan', text),
  edit: (window, id, text) => inMode(window, id, 'exec', text),
  async new({ newChat }) {
    newChat();
    return done;
  },
  async compact(window, id) {
    void summariseWhenDone(window, id);
    return done;
  },
  async model({ view }) {
    view.setState({ choosingAgent: true });
    return done;
  },
  async export({ view }) {
    view.setState({ dialog: 'export' });
    return done;
  },
  undo: undoNewest,
};

async function inMode(
  { companion }: Window,
  workspaceId: WorkspaceId,
  mode: 'plan' | 'exec',
  text: string,
): Promise<CommandEnd> {
  await companion.client.workspace.setMode({ workspaceId, mode });
  return text === '' ? done : { type: 'message', text };
}

/** Undoes the newest turn of the chat whose changes still stand. */
async function undoNewest({ companion, store }: Window, workspaceId: WorkspaceId): Promise<CommandEnd> {
  const { app, chats } = store.getState();
  const chat = chats[workspaceId];
  const owns = ownsFolder(app?.workspaces.find(({ id }) => id === workspaceId));
  const messages = chat?.status === 'ready' ? chat.transcript.messages : [];
  const newest = messages.findLast(
    (message) => message.role === 'agent' && undoneUnasked(message.changes ?? { files: [] }, owns).length > 0,
  );
  if (newest?.role !== 'agent' || newest.changes === undefined)
    setChatLine(store, workspaceId, 'No turn of this chat has changes to undo.');
  else {
    const paths = undoneUnasked(newest.changes, owns);
    await companion.client.workspace.undoTurn({ workspaceId, messageId: newest.id, paths });
  }
  return done;
}
