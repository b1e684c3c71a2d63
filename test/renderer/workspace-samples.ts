import type { AppState } from '../../src/shared/contract/app-state.ts';
import type { WorkspaceId } from '../../src/shared/ids.ts';
import type { Workspace } from '../../src/shared/workspace/workspace.ts';

const none = { input: 0, output: 0 };

/** A quiet workspace of that name. */
export function workspace(name: string, more: Partial<Workspace> = {}): Workspace {
  return {
    id: idOf(name),
    name,
    folder: `/srv/${name}`,
    mode: 'plan',
    agent: {
      id: 'guide',
      name: 'Parley',
      model: '',
      seesImages: false,
      contextWindow: null,
      thinks: false,
      inLoop: true,
      plans: true,
    },
    thinking: 'off',
    dialect: null,
    approvals: 'ask',
    worktree: null,
    turn: { status: 'idle' },
    waiting: 0,
    waitingFor: [],
    firstWaiting: null,
    alsoWaiting: [],
    plan: null,
    outsideAsker: null,
    outsideAsks: [],
    commands: [],
    firstMessage: '',
    unread: false,
    archived: false,
    pinned: false,
    usage: { turn: none, chat: none, context: 0, cost: { dollars: 0, unpriced: 0 } },
    createdAt: 0,
    updatedAt: 0,
    ...more,
  };
}

/** The state of an app with these chats and nothing else. */
export function appWith(workspaces: Workspace[]): AppState {
  return {
    workspaces,
    removals: [],
    rules: [],
    sameRequests: [],
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
      nameChats: true,
      ollamaWindow: 32_768,
      editor: null,
      startAtLogin: false,
      hiddenFolders: {},
      foldedFolders: [],
      worktreeFolders: [],
      branchPrefix: 'parley/',
      setupLines: [],
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
}

export function idOf(name: string): WorkspaceId {
  if (!isId(name)) throw new Error('A workspace needs an id');
  return name;
}

function isId(name: string): name is WorkspaceId {
  return name !== '';
}
