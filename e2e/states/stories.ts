import { claude, longAnswers } from './claude.ts';
import { customTools } from './custom-tools.ts';
import { dialogs } from './dialogs.ts';
import { firstRun } from './first-run.ts';
import { dismissed, guide } from './guide.ts';
import { external } from './external-agent.ts';
import { longWork } from './long-work.ts';
import { messages } from './messages.ts';
import { outside } from './outside.ts';
import { permissions } from './permissions.ts';
import { previews } from './previews.ts';
import {
  editAndDecisions,
  firstPage,
  modelsPage,
  questionAndPlan,
  questionByTouch,
} from './screens/screens.ts';
import type { Story } from './story.ts';
import { mcpServers } from './mcp-servers.ts';
import { folderTrust } from './folder-trust.ts';
import { turnChanges } from './turn-changes.ts';
import { connection, settings, sidebar } from './window.ts';

/** Every state of the app that has a picture and is looked at by axe. */
export const stories: readonly Story[] = [
  firstRun,
  guide,
  dismissed,
  claude,
  longAnswers,
  longWork,
  previews,
  turnChanges,
  permissions,
  folderTrust,
  external,
  mcpServers,
  customTools,
  messages,
  outside,
  sidebar,
  settings,
  dialogs,
  connection,
  questionAndPlan,
  questionByTouch,
  editAndDecisions,
  modelsPage,
  firstPage,
];
