import { randomUUID } from 'node:crypto';
import { Commands } from '../../../src/main/commands/commands.ts';
import { DataFolder } from '../../../src/main/folder/data-folder.ts';
import { Confinement } from '../../../src/main/commands/confinement.ts';
import { OutputFiles } from '../../../src/main/commands/output-files.ts';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../../../src/shared/ids.ts';
import { storesIn } from '../storage/prepared-database.ts';
import { personShell } from './person-shell.ts';

function fail(error: unknown): never {
  throw error;
}

/** The commands of a data folder with one chat, as the app has them. */
export function commandsOn(dataDir: string) {
  const stores = storesIn(dataDir);
  const workspaceId = workspaceIdSchema.parse('chat');
  if (stores.workspaces.get(workspaceId) === undefined)
    stores.workspaces.add({
      id: workspaceId,
      name: 'chat',
      folder: dataDir,
      mode: 'exec',
      agent: 'guide',
      dialect: null,
      at: 1,
    });
  const commands = new Commands({
    store: stores.commands,
    files: new OutputFiles(dataDir),
    shell: personShell({ env: { ...process.env, SHELL: '/bin/sh' } }).shell,
    confinement: async () =>
      new Confinement({ env: process.env, dataFolder: new DataFolder(dataDir), report: fail }),
    emit: () => undefined,
    staled: async () => [],
    newMarker: randomUUID,
    report: fail,
    now: Date.now,
  });
  const start = (line: string, id: string = randomUUID(), seconds: number | null = null) =>
    commands.start({
      workspaceId,
      messageId: messageIdSchema.parse(1),
      toolCallId: toolCallIdSchema.parse(id),
      words: { type: 'shell', line },
      line,
      cwd: dataDir,
      shownFolder: '',
      bounds: null,
      background: true,
      seconds,
    });
  return { stores, commands, workspaceId, start };
}
