import { randomUUID } from 'node:crypto';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { BackgroundCommand } from '../../shared/workspace/workspace.ts';
import { Commands } from '../commands/commands.ts';
import { OutputFiles } from '../commands/output-files.ts';
import type { ChatServices } from './create-chat-services.ts';
import type { PreviewServices } from './create-previews.ts';
import type { Platform } from './platform.ts';

/** Makes the commands that agents run. */
export function createCommands(
  { options: { env }, stores, dataFolder, report, clock }: Platform,
  { log, workspaces, shell }: ChatServices,
  { stalePreviews }: PreviewServices,
): Commands {
  return new Commands({
    store: stores.commands,
    files: new OutputFiles(dataFolder.path),
    shell,
    async confinement() {
      const { Confinement } = await import('../commands/confinement.ts');
      return new Confinement({ env, dataFolder, report });
    },
    emit({ workspaceId, messageId, toolCallId }, run) {
      log.emit(workspaceId, { type: 'run-changed', messageId, toolCallId, run });
      if (workspaces.has(workspaceId)) workspaces.changed(workspaceId);
    },
    staled: (id) => stalePreviews.check(id),
    newMarker: randomUUID,
    report,
    now: clock.now,
  });
}

/** Returns the commands in the background of a chat, as its list shows them. */
export function backgroundCommands(commands: Commands, id: WorkspaceId): BackgroundCommand[] {
  return commands.running(id).flatMap(({ call: { toolCallId, messageId }, run }) => {
    const { background, line, startedAt } = run;
    return background ? [{ toolCallId, messageId, line, startedAt }] : [];
  });
}
