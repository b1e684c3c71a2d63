import { Component, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { linkedWorkspace, workspaceHash } from '../shared/workspace/workspace-link.ts';
import { App } from './app.tsx';
import { type AppItem, createCompanion } from './companion.ts';
import { earlyCharacterWritten } from './composer/early-message.ts';
import { openPortLink } from './connection/link.ts';
import { openSocketLink } from './connection/socket-link.ts';
import './host.ts';
import { pageTiming } from './page-timing.ts';
import { ParleyContext } from './parley-context.tsx';
import type { OpenChatStorage } from './state/chat/open-chats.ts';
import { createParley, type Parley } from './state/parley.ts';
import './styles/card.css';
import './styles/code.css';
import './styles/find.css';
import './styles/fonts.css';
import './styles/main.css';
import { fetchChatCode } from './transcript/fetch-chat-code.ts';
import { createDecisionGuard } from './ui/decision/decision-guard.ts';
import { DecisionGuardContext } from './ui/decision/deciding-controls.tsx';
import { HighlighterContext, pageHighlighter } from './ui/highlight/highlighter.ts';
import { watchLostParts } from './ui/lazy-part.ts';
import { MarkdownContext, type MarkdownWindow } from './ui/markdown/markdown-context.ts';
import { LoadFailure } from './ui/problem-line.tsx';

/** How long a slow font is waited for, in milliseconds. */
const longestWaitForFace = 200;

/** Replaces the page when a part of it can't be loaded or shown, which only a reload mends. */
class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="flex h-full">
        <LoadFailure action="Reload" onAction={() => window.location.reload()}>
          This window could not show everything. Nothing is lost: your chats and what you typed are kept.
        </LoadFailure>
      </div>
    );
  }
}

// Loaded with the page, though it is used later: a late style sheet restyles the whole page.

/** Keeps the open chat in the page's address, so that a reload, or a copy of the address, finds it. */
const addressPlace: OpenChatStorage = {
  read: () => linkedWorkspace(window.location.hash) ?? '',
  write: (id) => history.replaceState(null, '', id === null ? window.location.pathname : workspaceHash(id)),
};

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has lost its root');

const { origin, pathname, search } = window.location;
const query = new URLSearchParams(search);
if (query.has('token')) history.replaceState(null, '', pathname + window.location.hash);

const companion = createCompanion(
  window.parleyHost === undefined ? () => openSocketLink({ origin }) : openPortLink,
);
// Opening the first chat replaces the hash.
const { hash } = window.location;
const parley = createParley(companion, addressPlace, takeServedItem());
if (linkedWorkspace(hash) !== undefined) parley.openLink(hash);

const markdown: MarkdownWindow = {
  async readFolderImage(path) {
    const { openId } = parley.store.getState();
    return openId && companion.client.workspace.readFolderImage({ workspaceId: openId, path });
  },
  diagrams: { sizes: new Map(), last: Promise.resolve() },
};

watchLostParts(() => reloadOnceMainIsBack(parley));

// Meanwhile the composer is rendered. The first page, which has no chat, fetches it once it is painted.
if (parley.store.getState().app?.workspaces.length !== 0) fetchChatCode();

const highlighter = pageHighlighter();
const decisionGuard = createDecisionGuard(document, pageTiming);

await Promise.all([stylesLoaded(), faceLoaded()]);
await earlyCharacterWritten();

createRoot(root).render(
  <StrictMode>
    <ParleyContext value={parley}>
      <HighlighterContext value={highlighter}>
        <DecisionGuardContext value={decisionGuard}>
          <MarkdownContext value={markdown}>
            <PageBoundary>
              <App />
            </PageBoundary>
          </MarkdownContext>
        </DecisionGuardContext>
      </HighlighterContext>
    </ParleyContext>
  </StrictMode>,
);

/** Waits for the style sheet, which the page fetches beside this script. */
async function stylesLoaded(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (link === null || link.sheet !== null) return;
  await new Promise((resolve) => {
    link.addEventListener('load', resolve, { once: true });
    link.addEventListener('error', resolve, { once: true });
  });
}

/** Waits for the text font, which comes with the page, so that no text moves later. */
async function faceLoaded(): Promise<void> {
  if (document.documentElement.dataset.typeface === 'system') return;
  const enough = new Promise((resolve) => pageTiming.after(longestWaitForFace, () => resolve(undefined)));
  await Promise.race([document.fonts.load('1rem "Inter Variable"').catch(() => undefined), enough]);
}

/** Returns the first item of the app's feed, if the host wrote it into the page. */
function takeServedItem(): AppItem | undefined {
  const element = document.querySelector('script[type="application/json"]');
  if (element === null) return undefined;
  element.remove();
  const item: unknown = JSON.parse(element.textContent ?? '');
  return isAppItem(item) ? item : undefined;
}

/** Not validated: page and item come from the same host. */
function isAppItem(item: unknown): item is AppItem {
  return typeof item === 'object' && item !== null && 'type' in item && item.type === 'snapshot';
}

/**
 * Reloads the page once main is back, since a page never requests a failed script again. Only if nothing typed
 * could be lost, and only after a lost connection: a script that fails for another reason would fail again and
 * again.
 */
function reloadOnceMainIsBack({ companion, store, view }: Parley): void {
  companion.connection.subscribe((state, before) => {
    if (before !== 'reconnecting' || state !== 'open') return;
    const typed = Object.values(store.getState().composers).some((composer) => composer?.text !== '');
    const { dialog, page } = view.getState();
    if (!typed && dialog === null && page === null) window.location.reload();
  });
}
