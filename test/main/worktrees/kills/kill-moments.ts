import type { Deed } from './deeds.ts';

/** When the process is ended at a call of git: before git runs, while it goes on without it, with it in its midst, or after that. */
const gitWhens = ['before', 'during', 'with', 'after'] as const;

/**
 * When the command that sets a worktree up ends the process: as it begins, after which it stays or goes on to its end; or as it
 * ends.
 */
const commandWhens = ['begun-and-stays', 'begun-and-goes-on', 'ended'] as const;

/**
 * Where a process is ended: at a call of git, counted from 1; before something is written to a file or the database, counted
 * from 0; or by the command that it runs.
 */
export type KillMoment =
  | { at: 'git'; call: number; when: (typeof gitWhens)[number] }
  | { at: 'step'; step: number }
  | { at: 'command'; when: (typeof commandWhens)[number] };

/** How many calls of git and steps a deed takes. */
export type Length = { calls: number; steps: number };

/** Returns every moment of a deed at which a process is to be ended. */
export function momentsOf(deed: Deed, length: Length): KillMoment[] {
  switch (deed) {
    case 'make':
    case 'remove':
    case 'leave':
    case 'merge':
    case 'commit':
      return atGit(length, gitWhens);
    case 'set-up':
      return [...commandWhens.map((when) => ({ at: 'command' as const, when })), ...atSteps(length)];
    case 'drop':
      // There git only reads, so that after one call is as before the next.
      return [...atGit(length, ['before']), ...atSteps(length)];
    case 'undo-drop':
      return atSteps(length);
  }
}

function atGit({ calls }: Length, whens: readonly (typeof gitWhens)[number][]): KillMoment[] {
  return Array.from({ length: calls }, (_, index) => index + 1).flatMap((call) =>
    whens.map((when) => ({ at: 'git' as const, call, when })),
  );
}

function atSteps({ steps }: Length): KillMoment[] {
  return Array.from({ length: steps }, (_, step) => ({ at: 'step' as const, step }));
}
