import type { ConfinementRefusal } from './permission.ts';
import type { UnconfinedReason } from './unconfined-reason.ts';

/** Says what confinement kept a command from: `reaching example.com, writing outside the folder`. */
export function confinementText({ hosts, network, files, unasked }: ConfinementRefusal): string {
  const kept = unasked
    ? 'protected files, git’s files, or writing outside the folder'
    : 'writing outside the folder or to git’s files';
  return [
    ...(hosts.length > 0 ? [`reaching ${hosts.join(', ')}`] : network ? ['reaching the network'] : []),
    ...(files ? [kept] : []),
  ].join(' and ');
}

/** Says to a person why a command is not confined, in a sentence. */
export function unconfinedText(reason: UnconfinedReason): string {
  switch (reason.type) {
    case 'git':
      return 'It writes to .git, which a confined command can’t.';
    case 'settings':
      return 'This folder is your home, or holds settings that decide what programs run.';
    case 'missing':
      return `Commands can be confined once ${reason.programs.join(' and ')} ${reason.programs.length === 1 ? 'is' : 'are'} installed${reason.install === null ? '' : `: ${reason.install}`}.`;
    case 'not-allowed':
      return 'Commands can’t be confined: this system refuses the namespaces that bubblewrap needs.';
    case 'no-means':
      return 'Commands can’t be confined on this system.';
  }
}
