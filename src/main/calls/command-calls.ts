import type { Commands } from '../commands/commands.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

type CommandCallParts = { running: Commands; workspaces: Workspaces };

/** The calls about commands that an agent runs. */
export function commandCalls({ workspace }: Calls, { running, workspaces }: CommandCallParts) {
  const known = knownWorkspace(workspaces);
  return {
    watchOutput: workspace.watchOutput
      .use(known)
      .handler(({ input: { workspaceId, toolCallId }, signal }) =>
        running.watch(workspaceId, toolCallId, signal),
      ),
    readOutput: workspace.readOutput
      .use(known)
      .handler(async ({ input: { workspaceId, toolCallId, from }, errors }) => {
        const page = await running.page(workspaceId, toolCallId, from);
        if (page === undefined) throw errors['no-output']();
        return page;
      }),
    stopCommand: workspace.stopCommand
      .use(known)
      .handler(({ input: { workspaceId, toolCallId } }) => running.stop(workspaceId, toolCallId)),
  };
}
