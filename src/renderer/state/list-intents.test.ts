import { expect, test } from 'vitest';
import type { AppState } from '../../shared/contract/app-state.ts';
import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import { workspaceLink } from '../../shared/workspace/workspace-link.ts';
import { idOf, workspace } from '../../../test/renderer/workspace-samples.ts';
import { createLinkIntents } from './list-intents.ts';
import { createParleyStore } from './parley-store.ts';
import { createViewStore } from './view-store.ts';

const app: AppState = {
  workspaces: [workspace('a'), workspace('b')],
  removals: [],
  sameRequests: [],
  rules: [],
  servers: { servers: [], problems: [] },
  trust: { decisions: [], asking: [] },
  settings: {
    theme: 'system',
    density: 'comfortable',
    textSize: 'normal',
    typeface: 'bundled',
    notifications: 'on',
    notifyFinished: 'on',
    notifyFailed: 'on',
    diffView: 'unified',
    askTimeout: 0,
    ollamaWindow: 32_768,
    editor: null,
    startAtLogin: false,
    hiddenFolders: {},
    foldedFolders: [],
    serversOff: {},
    serversForAgents: {},
    secondNames: {},
    askBeforeReading: false,
    commandVariables: [],
  },
  agents: {
    providers: [],
    newAgent: { agent: 'guide', source: 'none' },
    keyStorage: { kind: 'file', file: '' },
  },
  installs: [],
  clientTokens: { count: 0, lastMadeAt: null },
  environment: {
    shell: { name: 'sh', file: '/bin/sh', insteadOf: null, problem: null },
    proxy: null,
    proxyProblem: null,
  },
  dialects: [],
  about: {
    version: '',
    dataDir: '',
    suggestedFolder: '',
    foundEditor: '',
    unconfined: null,
    host: 'desktop',
    runtime: [],
    startMessage: null,
  },
};

const call = 'call';
const isCall = (id: string): id is ToolCallId => id !== '';

/** A window; `load` is the moment at which it knows the workspaces. */
function openWindow() {
  const store = createParleyStore();
  const view = createViewStore();
  const opened: WorkspaceId[] = [];
  const intents = createLinkIntents({ store, view, openWorkspace: (id) => void opened.push(id) });
  const load = () => store.setState({ app });
  return { ...intents, view, opened, load, problem: () => view.getState().listProblem };
}

test('a link opens its workspace, and takes away the words about the one before', () => {
  const { openLink, opened, load, problem } = openWindow();
  load();
  openLink(workspaceLink(idOf('nowhere')));
  expect(problem()).toContain('leads to a chat that is not here');
  openLink('parley:nonsense');
  expect(problem()).toContain('not a link to a chat');
  expect(opened).toEqual([]);
  openLink(workspaceLink(idOf('b')));
  expect([opened, problem()]).toEqual([['b'], null]);
});

test('a link that comes before the workspaces are known waits for them, and opens once', () => {
  const { openLink, opened, load } = openWindow();
  openLink(workspaceLink(idOf('a')));
  expect(opened).toEqual([]);
  load();
  load();
  expect(opened).toEqual(['a']);
});

test('a notification leads to its card, ahead of any dialog and page', () => {
  const { showCard, view, opened, load } = openWindow();
  load();
  view.setState({ dialog: 'palette', page: { name: 'decisions' } });
  if (isCall(call)) showCard(idOf('a'), call);
  expect(opened).toEqual(['a']);
  expect(view.getState()).toMatchObject({
    dialog: null,
    page: null,
    requestedCard: { workspaceId: 'a', toolCallId: 'call' },
  });
});

test('one of a workspace that is gone requests no card', () => {
  const { showCard, view, opened, load, problem } = openWindow();
  load();
  if (isCall(call)) showCard(idOf('gone'), call);
  expect([opened, view.getState().requestedCard]).toEqual([[], null]);
  expect(problem()).toContain('not here');
});

test('the tray leads to a workspace, and to no card of it', () => {
  const { showCard, view, opened, load } = openWindow();
  load();
  showCard(idOf('b'), null);
  expect([opened, view.getState().requestedCard]).toEqual([['b'], null]);
});
