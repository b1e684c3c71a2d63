import { BranchStage } from './branch-stage.ts';
import type { Deed } from './deeds.ts';
import { DropStage } from './drop-stage.ts';
import { type KillMoment, type Length, momentsOf } from './kill-moments.ts';
import type { Found, KillStage } from './kill-stage.ts';
import { SetUpStage } from './set-up-stage.ts';
import { WorktreeStage } from './worktree-stage.ts';

const stages = {
  make: WorktreeStage,
  remove: WorktreeStage,
  leave: WorktreeStage,
  merge: BranchStage,
  commit: BranchStage,
  'set-up': SetUpStage,
  drop: DropStage,
  'undo-drop': DropStage,
} satisfies Record<Deed, new (deed: Deed) => KillStage>;

/** The end of one process in the midst of a deed, and what the next start made of it. */
export type WorktreeKill = Found & { deed: Deed; moment: KillMoment };

/**
 * Ends a process in the midst of a deed about the worktree of a chat, and looks what the next start makes of it. `choose` takes
 * some of the deed's moments.
 */
export async function* worktreeKills(
  deed: Deed,
  choose: (all: readonly KillMoment[]) => readonly KillMoment[],
): AsyncGenerator<WorktreeKill> {
  for (const moment of choose(momentsOf(deed, await lengthOf(deed)))) yield await kill(deed, moment);
}

async function lengthOf(deed: Deed): Promise<Length> {
  using stage = new stages[deed](deed);
  await stage.begin();
  return await stage.measure();
}

async function kill(deed: Deed, moment: KillMoment): Promise<WorktreeKill> {
  using stage = new stages[deed](deed);
  await stage.begin();
  const isEnded = await stage.endAt(moment);
  const { found, wrong } = await stage.after();
  return { deed, moment, found: isEnded ? found : `${found}, not ended`, wrong };
}
