import type { WorkspaceId } from '../../../shared/ids.ts';
import type { MessagePlace } from '../../../shared/transcript/found-places.ts';
import type { PagePlace } from '../../../shared/transcript/message-page.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import { type ReadyChat, whenReady } from './chat-view.ts';
import { type ParleyStore, setNotice, updateChat } from '../parley-store.ts';
import { withPage } from './loaded-chat.ts';
import type { ViewStore } from '../view-store.ts';

/** A message to be brought into view, and where on the screen it is to stand; null for none. */
export type RowTarget = (MessagePlace & { align: 'start' | 'center' }) | null;

/** Reads parts of chats into the store. */
export type ChatReader = {
  ready(id: WorkspaceId): ReadyChat | undefined;
  /** Adds a page; one at a time for each chat, and one that cannot be had is asked for again by scrolling. */
  addPage(id: WorkspaceId, at: PagePlace): Promise<void>;
  /** Shows another part of the chat, unless the person wants to be elsewhere by then. */
  jump(id: WorkspaceId, at: PagePlace, target: (chat: ReadyChat) => RowTarget): Promise<void>;
  /** Brings a message that is loaded into view; jumps that are on their way lead nowhere then. */
  show(id: WorkspaceId, target: RowTarget): void;
};

type Parts = { companion: Companion; store: ParleyStore; view: ViewStore };

export function createChatReader({ companion, store, view }: Parts): ChatReader {
  const reading = new Set<WorkspaceId>();
  let jumps = 0;

  function ready(id: WorkspaceId): ReadyChat | undefined {
    const chat = store.getState().chats[id];
    return chat?.status === 'ready' ? chat : undefined;
  }

  async function read(id: WorkspaceId, at: PagePlace, isCurrent = () => true): Promise<boolean> {
    if (at.type === 'around' || at.type === 'call') {
      const { untilBranchShown } = await import('./course-intents.ts');
      if (!(await untilBranchShown({ companion, store }, id, at))) return false;
    }
    const page = await companion.client.workspace.readMessages({ workspaceId: id, at });
    if (!isCurrent()) return false;
    updateChat(
      store,
      id,
      whenReady((chat) => withPage(chat, at, page)),
    );
    return true;
  }

  function show(workspaceId: WorkspaceId, target: RowTarget): void {
    jumps += 1;
    view.setState({ requestedRow: target && { workspaceId, ...target } });
  }

  return {
    ready,
    show,
    async addPage(id, at) {
      if (reading.has(id)) return;
      reading.add(id);
      try {
        await read(id, at);
      } catch {
        // The person sees the end of what is there.
      } finally {
        reading.delete(id);
      }
    },
    async jump(id, at, target) {
      jumps += 1;
      const own = jumps;
      try {
        const arrived = await read(id, at, () => own === jumps);
        const chat = ready(id);
        if (arrived && chat !== undefined) show(id, target(chat));
      } catch (error) {
        setNotice(store, id, failureText(error));
      }
    },
  };
}
