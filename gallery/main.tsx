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
import { MarkdownContext, type MarkdownWindow } from '../src/renderer/ui/markdown/markdown-context.ts';
import { cardGroups } from './card-states.ts';
import { StatePage } from './state-page.tsx';

/** A link to every state, in each theme. */
function StateList() {
  return (
    <main className="column h-full overflow-y-auto py-8" tabIndex={0} aria-label="States">
      <h1 className="text-title font-semibold">Cards</h1>
      {cardGroups.map((group) => (
        <section key={group.name} className="mt-6">
          <h2 className="font-semibold">{group.name}</h2>
          <ul>
            {group.states.map(({ name, title }) => (
              <li key={name} className="flex flex-wrap gap-x-3 py-1">
                <a className="underline" data-state-name={name} href={`?state=${name}`}>
                  {title}
                </a>
                {['light', 'dark'].map((theme) => (
                  <a
                    key={theme}
                    className="text-secondary text-small underline"
                    href={`?state=${name}&theme=${theme}`}
                  >
                    {theme} <span className="sr-only">{title}</span>
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

const states = cardGroups.flatMap((group) => group.states);
const page = createRoot(root);
const decisionGuard = createDecisionGuard(document, pageTiming);
const markdown: MarkdownWindow = {
  readFolderImage: () => Promise.resolve(null),
  diagrams: { sizes: new Map(), last: Promise.resolve() },
};

/** Shows what the address names; another state begins with a fresh store. */
function show(): void {
  const query = new URLSearchParams(window.location.search);
  document.documentElement.dataset['theme'] = query.get('theme') ?? 'system';
  const state = states.find(({ name }) => name === query.get('state'));
  document.title = state === undefined ? 'Cards' : `${state.title} · Cards`;
  page.render(
    <StrictMode>
      <HighlighterContext value={pageHighlighter()}>
        <DecisionGuardContext value={decisionGuard}>
          <MarkdownContext value={markdown}>
            {state === undefined ? <StateList /> : <StatePage key={state.name} state={state} />}
          </MarkdownContext>
        </DecisionGuardContext>
      </HighlighterContext>
    </StrictMode>,
  );
}

window.addEventListener('popstate', show);
show();
