import { realpath } from 'node:fs/promises';
import type { z } from 'zod';
import type { commandToTrySchema, TriedCommand } from '../../shared/permissions/tried-command.ts';
import type { OfferedRules, RuleToAdd } from '../../shared/permissions/typed-rule.ts';
import type { CommandSubject } from '../../shared/permissions/permission.ts';
import { confinabilityOf } from '../tools/run-command/confinability.ts';
import type { Services } from './services.ts';

type Typed = z.output<typeof commandToTrySchema>;

/** Returns a typed command as an agent would ask for it in a chat on a folder. */
async function commandOf({ line, folder }: Typed, commands: Services['commands']): Promise<CommandSubject> {
  const root = await realpath(folder).catch(() => folder);
  const confinability = await confinabilityOf(commands, { line, root, background: false });
  return { type: 'command', line, folder: root, ...confinability };
}

/** Returns what would become of a command that an agent runs in a chat on a folder. */
export async function tryCommand(
  typed: Typed,
  { permissions, commands }: Pick<Services, 'permissions' | 'commands'>,
): Promise<TriedCommand> {
  const subject = await commandOf(typed, commands);
  const { folder, confined, unconfined } = subject;
  const asking = { asker: typed.asker, folder };
  const parts = typed.line.trim() === '' ? [] : await permissions.tryOut(asking, subject);
  return { parts, confined, ...(unconfined && { unconfined }) };
}

type ForRules = Pick<Services, 'typedRules' | 'commands'>;

/** Returns the rules that the card of a command would offer. */
export async function offeredRules(typed: Typed, { typedRules, commands }: ForRules): Promise<OfferedRules> {
  const subject = await commandOf(typed, commands);
  return (await typedRules()).offered({ asker: typed.asker, subject });
}

/** Keeps a rule as it was offered for a command; false where that has changed. */
export async function addRule(
  { rule, anyAsker, ...typed }: RuleToAdd,
  { typedRules, commands }: ForRules,
): Promise<boolean> {
  const subject = await commandOf(typed, commands);
  return (await typedRules()).add({ asker: typed.asker, subject }, { rule, anyAsker });
}
