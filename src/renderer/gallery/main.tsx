import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/first-paint.css';
import '../styles/main.css';
import '../styles/code.css';
import '../styles/find.css';
import { pageTiming } from '../page-timing.ts';
import { createDecisionGuard } from '../ui/decision/decision-guard.ts';
import { DecisionGuardContext } from '../ui/decision/use-arming.ts';
import { HighlighterContext, pageHighlighter } from '../ui/highlight/highlighter.ts';
import { galleryStates } from './gallery-states.ts';
import { StateList } from './state-list.tsx';
import { StatePage } from './state-page.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has lost its root');

const states = Object.values(galleryStates).flat();
const page = createRoot(root);
const decisionGuard = createDecisionGuard(document, pageTiming);

/** Shows what the address names; a state that follows another begins anew. */
function show(): void {
  const query = new URLSearchParams(window.location.search);
  document.documentElement.dataset['theme'] = query.get('theme') ?? 'system';
  const state = states.find(({ name }) => name === query.get('state'));
  document.title = state === undefined ? 'Cards' : `${state.about} · Cards`;
  page.render(
    <StrictMode>
      <HighlighterContext value={pageHighlighter()}>
        <DecisionGuardContext value={decisionGuard}>
          {state === undefined ? <StateList /> : <StatePage key={state.name} state={state} />}
        </DecisionGuardContext>
      </HighlighterContext>
    </StrictMode>,
  );
}

window.addEventListener('popstate', show);
show();
