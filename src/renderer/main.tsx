import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { linkedWorkspace } from '../shared/workspace/workspace-link.ts';
import './host.ts';
import './styles/main.css';
import './styles/code.css';
// With the page, though it is wanted later: a style sheet that comes later styles the whole page anew.
import './styles/find.css';
import { App } from './app.tsx';
import { createCompanion } from './companion.ts';
import { openPortLink } from './connection/port-link.ts';
import { openSocketLink } from './connection/socket-link.ts';
import { pageTiming } from './page-timing.ts';
import { PageBoundary } from './page-boundary.tsx';
import { createDecisionGuard } from './ui/decision/decision-guard.ts';
import { DecisionGuardContext } from './ui/decision/use-arming.ts';
import { HighlighterContext, pageHighlighter } from './ui/highlight/highlighter.ts';
import { ParleyContext } from './parley-context.tsx';
import { createParley } from './state/parley.ts';
import { addressPlace } from './address-place.ts';
import { takeServedItem } from './served-item.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has lost its root');

const { origin, pathname, search } = window.location;
const query = new URLSearchParams(search);
if (query.has('token')) history.replaceState(null, '', pathname + window.location.hash);

const companion = createCompanion(
  window.parleyHost === undefined ? () => openSocketLink({ origin }) : openPortLink,
);
// The first chat that opens takes the address over.
const { hash } = window.location;
const parley = createParley(companion, addressPlace, takeServedItem());
if (linkedWorkspace(hash) !== undefined) parley.openLink(hash);

const highlighter = pageHighlighter();
const decisionGuard = createDecisionGuard(document, pageTiming);

createRoot(root).render(
  <StrictMode>
    <ParleyContext value={parley}>
      <HighlighterContext value={highlighter}>
        <DecisionGuardContext value={decisionGuard}>
          <PageBoundary>
            <App />
          </PageBoundary>
        </DecisionGuardContext>
      </HighlighterContext>
    </ParleyContext>
  </StrictMode>,
);

// What shows a chat is fetched while the composer is rendered, see scripts/build-page.ts.
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=soon]')) link.rel = 'modulepreload';
