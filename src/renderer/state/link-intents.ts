import { linkedWorkspace, workspaceHash, workspaceLink } from '../../shared/workspace/workspace-link.ts';
import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { ParleyStore } from './parley-store.ts';
import type { ViewStore } from './view-store.ts';

/** Jumps to a chat from outside its list: links, and notifications. */
export type LinkIntents = {
  /** Opens the chat that a link, or the hash of an address, leads to; says so when there is none. */
  openLink(link: string): void;
  /** Opens a chat and takes the person to one of its cards. */
  showCard(workspaceId: WorkspaceId, toolCallId: ToolCallId | null): void;
  /** Puts a link to a chat on the clipboard: one for the desktop there, an address in a browser. */
  copyLink(id: WorkspaceId, host: 'desktop' | 'browser'): void;
};

type Parts = { store: ParleyStore; view: ViewStore; openWorkspace(id: WorkspaceId): void };

const malformed = 'This link is not one of Parley’s. A link to a chat is parley://workspace/ and its id.';
const unknown = 'This link leads to a chat that is not here, or no longer. Nothing else has changed.';
const notCopied = 'The link could not be copied. Allow this page to use the clipboard, and try again.';

export function createLinkIntents({ store, view, openWorkspace }: Parts): LinkIntents {
  const setProblem = (listProblem: string | null) => view.setState({ listProblem });

  function open(id: string): boolean {
    const known = store.getState().app?.workspaces.find((workspace) => workspace.id === id);
    if (known !== undefined) openWorkspace(known.id);
    setProblem(known === undefined ? unknown : null);
    return known !== undefined;
  }

  return {
    openLink(link) {
      const id = linkedWorkspace(link);
      if (id === undefined) setProblem(malformed);
      else whenLoaded(store, () => open(id));
    },
    showCard(workspaceId, toolCallId) {
      whenLoaded(store, () => {
        if (open(workspaceId) && toolCallId !== null) {
          view.setState({
            dialog: null,
            page: null,
            caretRequested: false,
            requestedCard: { workspaceId, toolCallId },
          });
        }
      });
    },
    copyLink(id, host) {
      const { origin, pathname } = window.location;
      const link = host === 'desktop' ? workspaceLink(id) : `${origin}${pathname}${workspaceHash(id)}`;
      navigator.clipboard.writeText(link).then(
        () => view.setState({ listDone: 'Link copied' }),
        () => setProblem(notCopied),
      );
    },
  };
}

/** Runs once the list of workspaces is known. */
function whenLoaded(store: ParleyStore, run: () => void): void {
  if (store.getState().app !== null) return run();
  const stop = store.subscribe(({ app }) => {
    if (app === null) return;
    stop();
    run();
  });
}
