import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/main.css';
import '../styles/code.css';
import { HighlighterContext, pageHighlighter } from '../ui/highlight/highlighter.ts';
import { galleryStates } from './gallery-states.ts';
import { StateList } from './state-list.tsx';
import { StatePage } from './state-page.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has lost its root');

const query = new URLSearchParams(window.location.search);
document.documentElement.dataset['theme'] = query.get('theme') ?? 'system';

const states = Object.values(galleryStates).flat();
const wanted = query.get('state');
const state = states.find(({ name }) => name === wanted);
document.title = state === undefined ? 'Cards' : `${state.about} · Cards`;

createRoot(root).render(
  <StrictMode>
    <HighlighterContext value={pageHighlighter()}>
      {state === undefined ? <StateList /> : <StatePage state={state} />}
    </HighlighterContext>
  </StrictMode>,
);
