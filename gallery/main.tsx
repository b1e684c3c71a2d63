import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { pageTiming } from '../src/renderer/page-timing.ts';
import '../src/renderer/styles/card.css';
import '../src/renderer/styles/code.css';
import '../src/renderer/styles/find.css';
import '../src/renderer/styles/first-paint.css';
import '../src/renderer/styles/fonts.css';
import './styles.css';
import { createDecisionGuard } from '../src/renderer/ui/decision/decision-guard.ts';
import { DecisionGuardContext } from '../src/renderer/ui/decision/deciding-controls.tsx';
import { HighlighterContext, pageHighlighter } from '../src/renderer/ui/highlight/highlighter.ts';
import { galleryStates } from './gallery-states.ts';
import { SheetPage } from './sheet/sheet-page.tsx';
import { StatePage } from './state-page.tsx';

/** A link to every state, in each theme. */
function StateList() {
  return (
    <main className="column h-full overflow-y-auto py-8" tabIndex={0} aria-label="States">
      <h1 className="text-title font-semibold">Cards</h1>
      <p className="mt-2">
        <a className="underline" href="?sheet=cards">
          All of them on one sheet, with buttons and controls
        </a>
      </p>
      {Object.entries(galleryStates).map(([heading, states]) => (
        <section key={heading} className="mt-6">
          <h2 className="font-semibold">{heading}</h2>
          <ul>
            {states.map(({ name, about }) => (
              <li key={name} className="flex flex-wrap gap-x-3 py-1">
                <a className="underline" data-state-name={name} href={`?state=${name}`}>
                  {about}
                </a>
                {['light', 'dark'].map((theme) => (
                  <a
                    key={theme}
                    className="text-secondary text-small underline"
                    href={`?state=${name}&theme=${theme}`}
                  >
                    {theme} <span className="sr-only">{about}</span>
                  </a>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

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
          {query.has('sheet') ? (
            <SheetPage />
          ) : state === undefined ? (
            <StateList />
          ) : (
            <StatePage key={state.name} state={state} />
          )}
        </DecisionGuardContext>
      </HighlighterContext>
    </StrictMode>,
  );
}

window.addEventListener('popstate', show);
show();
