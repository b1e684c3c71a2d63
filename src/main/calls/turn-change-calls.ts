import type { TurnUndos } from '../changes/turn-undos.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

export type TurnChangeCallParts = {
  /** Loads what undoes turns. */
  changes: () => Promise<{ turnUndos: TurnUndos }>;
  workspaces: Workspaces;
};

/** The calls about the changes of a turn. */
export function turnChangeCalls({ workspace }: Calls, { changes, workspaces }: TurnChangeCallParts) {
  const known = knownWorkspace(workspaces);
  return {
    readTurnChanges: workspace.readTurnChanges
      .use(known)
      .handler(async ({ input: { workspaceId, messageId } }) => {
        const { turnUndos } = await changes();
        return { files: await turnUndos.read(workspaceId, messageId) };
      }),
    undoTurn: workspace.undoTurn.use(known).handler(async ({ input: { workspaceId, messageId }, errors }) => {
      const { turnUndos } = await changes();
      const result = await turnUndos.undo(workspaceId, messageId);
      if (result.ok) return;
      const { problem } = result;
      throw errors['undo-refused']({ message: problem, data: { problem } });
    }),
  };
}
