import type { Commands } from '../../commands/commands.ts';
import type { Confinability } from '../../commands/confinement.ts';
import { changesGit } from './git-changing.ts';

/** Returns whether a command line is confined in a chat's folder, given by its real path. */
export async function confinabilityOf(
  commands: Pick<Commands, 'canConfine'>,
  { line, root, background }: { line: string; root: string; background: boolean },
): Promise<Confinability> {
  // A server in the background has to be reachable, which nothing confined is.
  if (background) return { confined: false };
  const can = await commands.canConfine(root);
  return can.confined && changesGit(line) ? { confined: false, unconfined: { type: 'git' } } : can;
}
