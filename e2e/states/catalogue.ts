import { cardGroups } from '../../gallery/card-states.ts';
import { editAndDecisions, modelsPage, questionAndPlan, questionByTouch } from './among-chats.ts';
import { claude, longAnswers } from './claude.ts';
import { customTools } from './custom-tools.ts';
import { dialogs } from './dialogs.ts';
import { externalAgent } from './external-agent.ts';
import { externalAgentFacts } from './external-agent-facts.ts';
import { failures } from './failures.ts';
import { firstRun, firstRunWithProjects } from './first-run.ts';
import { folderTrust } from './folder-trust.ts';
import { dismissed, guide } from './guide.ts';
import { longWork } from './long-work.ts';
import { mcpServers } from './mcp-servers.ts';
import { messages } from './messages.ts';
import { outside } from './outside.ts';
import { permissions } from './permissions.ts';
import { previews } from './previews.ts';
import { queue, sameInSeveral } from './queue.ts';
import { skills } from './skills.ts';
import type { Story } from './state.ts';
import { externalTurnChanges, rewound, turnChanges } from './turn-changes.ts';
import { connection, settings, sidebar } from './window.ts';
import { outOfWorktrees, twoInWorktrees, worktrees, worktreeStarts } from './worktrees.ts';

/** Everything that a person can see: axe looks at all of it, and `npm run screenshots` takes its pictures. */
export const catalogue: readonly Story[] = [
  firstRun,
  firstRunWithProjects,
  guide,
  dismissed,
  claude,
  failures,
  longAnswers,
  longWork,
  previews,
  turnChanges,
  rewound,
  worktrees,
  worktreeStarts,
  twoInWorktrees,
  outOfWorktrees,
  permissions,
  folderTrust,
  externalAgent,
  externalAgentFacts,
  externalTurnChanges,
  mcpServers,
  customTools,
  skills,
  messages,
  outside,
  queue,
  sameInSeveral,
  sidebar,
  settings,
  dialogs,
  connection,
  questionAndPlan,
  questionByTouch,
  editAndDecisions,
  modelsPage,
  ...cardGroups.map((group) => ({ ...group, agent: 'none' as const })),
];
