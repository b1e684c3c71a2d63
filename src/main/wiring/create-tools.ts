import type { Dialects } from '../../shared/dialects/registry.ts';
import type { CommandChanges } from '../changes/command-changes.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import type { Commands } from '../commands/commands.ts';
import { astGrepLoader } from '../folder/structural-edit.ts';
import type { Logger } from '../log.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { StageEdits } from '../previews/edits/stage-edits.ts';
import { implicitPlan } from '../previews/plans/implicit-plan.ts';
import type { Plans } from '../previews/plans/plans.ts';
import type { ResolveQueue } from '../previews/resolve-queue.ts';
import {
  type AskDetails,
  type AskUserQuestionManager,
  createSuppliedRecorder,
} from '../questions/ask-user-question-manager.ts';
import type { Stores } from '../storage/stores.ts';
import { createAskTool } from '../tools/ask-tool.ts';
import { createAstEditTool } from '../tools/ast-edit-tool.ts';
import { createEditTools } from '../tools/edit-tools.ts';
import { createProposePlanTool } from '../tools/propose-plan-tool.ts';
import { readOnlyTools } from '../tools/read-only/read-only-tools.ts';
import { createResolveTool } from '../tools/resolve-tool.ts';
import { createRunCommandTool } from '../tools/run-command-tool.ts';
import { createReadOutputTool } from '../tools/run-command/read-output-tool.ts';
import { createTodoTool } from '../tools/todo-tool.ts';
import type { ToolSource } from '../tools/tool.ts';
import { Tools } from '../tools/tool-set.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

type ToolsWiring = {
  stores: Stores;
  log: ChatLog;
  messages: PersonMessages;
  workspaces: Workspaces;
  dialects: Dialects;
  manager: AskUserQuestionManager<AskDetails>;
  permissions: Permissions;
  previews: ResolveQueue;
  stageEdits: StageEdits;
  plans: Plans;
  commands: Commands;
  /** Loads what finds the changes of commands. */
  commandChanges: () => Promise<CommandChanges>;
  /** Tools of MCP servers, and custom ones. */
  sources: readonly ToolSource[];
  /** False where nobody can be asked. */
  canAsk: boolean;
  logger: Logger;
  report: (error: unknown) => string;
  now: () => number;
};

/** Makes the tools of a model in Parley's own loop. */
export function createTools(wiring: ToolsWiring): Tools {
  const { stores, log, messages, workspaces, dialects, manager, permissions } = wiring;
  const { previews, stageEdits, plans, commands, commandChanges, sources, canAsk, logger, report, now } =
    wiring;
  const recordSupplied = createSuppliedRecorder({ asks: stores.asks, log, now });
  const askToolOf = (dialect: Parameters<typeof createAskTool>[0]) =>
    createAskTool(dialect, { manager, asks: stores.asks, recordSupplied, messages, canAsk });
  const around: CommandChanges['around'] = async (command, run) =>
    (await commandChanges()).around(command, run);
  const loadAstGrep = astGrepLoader((why) => logger.info('ast_edit is not offered', { why }));
  return new Tools({
    dialects,
    readOnly: [
      ...readOnlyTools,
      createTodoTool(({ workspaceId, messageId }, items) => log.setProgress(workspaceId, messageId, items)),
    ],
    asking: new Map(Array.from(dialects, ([id, dialect]) => [id, askToolOf(dialect)])),
    planning: [createProposePlanTool(plans)],
    writing: [...createEditTools(stageEdits), createAstEditTool(stageEdits, loadAstGrep)],
    acting: [createRunCommandTool({ commands, permissions, around }), createReadOutputTool(commands)],
    resolve: createResolveTool({
      queue: previews,
      standing: implicitPlan(plans, (id) => log.history(id)),
      approvals: (id) => workspaces.row(id).approvals,
      hasReply: (id) => messages.hasQueued(id),
    }),
    sources,
    canAsk,
    report,
  });
}
