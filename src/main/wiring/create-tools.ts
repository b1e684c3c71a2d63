import type { Dialect } from '../../shared/dialects/dialect.ts';
import type { DialectId, Dialects } from '../../shared/dialects/registry.ts';
import type { CommandChanges } from '../changes/command-changes.ts';
import type { Commands } from '../commands/commands.ts';
import { astGrepLoader } from '../folder/ast-grep.ts';
import { implicitPlan } from '../previews/plans/implicit-plan.ts';
import { createSuppliedRecorder } from '../questions/ask-user-question-manager.ts';
import { createAskTool } from '../tools/ask-tool.ts';
import { createAstEditTool } from '../tools/edit/ast-edit-tool.ts';
import { createEditTools } from '../tools/edit/edit-tools.ts';
import { createProposePlanTool } from '../tools/propose-plan-tool.ts';
import { readOnlyTools } from '../tools/read-only/read-only-tools.ts';
import { createResolveTool } from '../tools/resolve-tool.ts';
import { createRunCommandTool } from '../tools/run-command/run-command-tool.ts';
import { createReadOutputTool } from '../tools/run-command/read-output-tool.ts';
import { readSkillName, SkillSource } from '../tools/read-skill-tool.ts';
import { createTodoTool } from '../tools/todo-tool.ts';
import type { AgentTool } from '../tools/tool.ts';
import { Tools } from '../tools/tool-set.ts';
import type { ChatServices } from './create-chat-services.ts';
import { createCommands } from './create-commands.ts';
import { createCustomTools } from './create-custom-tools.ts';
import type { PreviewServices } from './create-previews.ts';
import { createServers } from './create-servers.ts';
import type { WaitingServices } from './create-waiting.ts';
import type { Platform } from './platform.ts';

type ToolsWiring = {
  platform: Platform;
  chat: ChatServices;
  waiting: WaitingServices;
  previews: PreviewServices;
  dialects: Dialects;
};

/** What the models of chats can call, and what runs behind it. */
export interface ToolServices extends ReturnType<typeof createTools> {}

/** Makes the tools of a model in Parley's own loop, with the commands, MCP servers and custom tools behind them. */
export function createTools({ platform, chat, waiting, previews, dialects }: ToolsWiring) {
  const { options, report } = platform;
  const { canAsk = true } = options;
  const commands = createCommands(platform, chat, previews);
  const servers = createServers({ platform, chat, waiting });
  // A custom tool can't have the name of one of Parley's own, which are made below.
  const isTaken = (name: string) => tools.isOwn(name) || name === readSkillName;
  const customTools = createCustomTools({ platform, chat, waiting, previews, isTaken });
  const runCommand = createRunTool(commands, chat, waiting, previews);
  const tools: Tools = new Tools({
    dialects,
    readOnly: [
      ...readOnlyTools,
      createTodoTool(({ workspaceId, messageId }, items) =>
        chat.log.setProgress(workspaceId, messageId, items),
      ),
    ],
    asking: createAskTools(platform, chat, waiting, dialects),
    planning: [createProposePlanTool(previews.plans)],
    writing: createWritingTools(platform, previews),
    acting: [runCommand, createReadOutputTool(commands)],
    resolve: createResolve(chat, previews),
    sources: [new SkillSource(chat.folders.skills), servers.source, customTools.source],
    canAsk,
    report,
  });
  return { commands, servers, customTools, runCommand, tools };
}

function createAskTools(
  { options: { canAsk = true }, stores: { asks }, clock: { now } }: Platform,
  { log, messages }: ChatServices,
  { manager }: WaitingServices,
  dialects: Dialects,
): ReadonlyMap<DialectId, AgentTool> {
  const recordSupplied = createSuppliedRecorder({ asks, log, now });
  const toolOf = (dialect: Dialect) =>
    createAskTool(dialect, { manager, asks, recordSupplied, messages, canAsk });
  return new Map(Array.from(dialects, ([id, dialect]) => [id, toolOf(dialect)]));
}

function createWritingTools({ logger }: Platform, { stageEdits }: PreviewServices): AgentTool[] {
  const loadAstGrep = astGrepLoader((why) => logger.info('ast_edit is not offered', { why }));
  return [...createEditTools(stageEdits), createAstEditTool(stageEdits, loadAstGrep)];
}

function createRunTool(
  commands: Commands,
  { login: { shell } }: ChatServices,
  { permissions }: WaitingServices,
  { changes }: PreviewServices,
): AgentTool {
  const around: CommandChanges['around'] = async (command, run) => {
    const { commandChanges } = await changes.load();
    return commandChanges.around(command, run);
  };
  return createRunCommandTool({ shell, commands, permissions, around });
}

function createResolve(
  { log, messages, workspaces }: ChatServices,
  { queue, plans }: PreviewServices,
): AgentTool {
  return createResolveTool({
    queue,
    standing: implicitPlan(plans, (id) => log.history(id)),
    approvals: (id) => workspaces.row(id).approvals,
    hasReply: (id) => messages.hasQueued(id),
  });
}
