import { realpath } from 'node:fs/promises';
import type { z } from 'zod';
import type { commandToTrySchema, TriedCommand } from '../../shared/permissions/tried-command.ts';
import { confinabilityOf } from '../tools/run-command/confinability.ts';
import type { Services } from './services.ts';

/** Returns what would become of a command that an agent runs in a chat on a folder. */
export async function tryCommand(
  { line, folder, asker }: z.output<typeof commandToTrySchema>,
  { permissions, commands }: Pick<Services, 'permissions' | 'commands'>,
): Promise<TriedCommand> {
  const root = await realpath(folder).catch(() => folder);
  const confinability = await confinabilityOf(commands, { line, root, background: false });
  const subject = { type: 'command' as const, line, folder: root, ...confinability };
  const parts = line.trim() === '' ? [] : await permissions.tryOut({ asker, folder }, subject);
  return { parts, ...confinability };
}
