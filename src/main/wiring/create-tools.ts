import type { CommandChanges } from '../changes/command-changes.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { Commands } from '../commands/commands.ts';
import type { Permissions } from '../permissions/permissions.ts';
import { readOnlyTools } from '../tools/read-only/read-only-tools.ts';
import { createReadOutputTool } from '../tools/run-command/read-output-tool.ts';
import { createRunCommandTool } from '../tools/run-command-tool.ts';
import { createTodoTool } from '../tools/todo-tool.ts';
import { Tools, type ToolsParts } from '../tools/tool-set.ts';

type ToolsWiring = Omit<ToolsParts, 'readOnly' | 'acting'> & {
  log: ChatLog;
  running: Commands;
  permissions: Permissions;
  /** Loads what finds the changes of commands. */
  changes: () => Promise<{ commandChanges: CommandChanges }>;
};

/** Connects the tools of the chats' agents. */
export function createTools({ log, running, permissions, changes, ...parts }: ToolsWiring): Tools {
  const todo = createTodoTool(({ workspaceId, messageId }, items) =>
    log.setProgress(workspaceId, messageId, items),
  );
  const around: CommandChanges['around'] = async (command, run) => {
    const { commandChanges } = await changes();
    return commandChanges.around(command, run);
  };
  const acting = [
    createRunCommandTool({ commands: running, permissions, around }),
    createReadOutputTool(running),
  ];
  return new Tools({ ...parts, readOnly: [...readOnlyTools, todo], acting });
}
