import type { TurnFile } from '../../shared/contract/turn-change-calls.ts';
import type { KeptReason, TurnChanges, UnseenReason } from '../../shared/transcript/turn-changes.ts';

const unseenWords: Record<UnseenReason, string> = {
  'no-git': 'There is no git on this machine, so what commands changed is not known and can’t be undone.',
  'too-many':
    'The folder has too many files to compare, so what commands changed is not known and can’t be undone.',
  background: 'What a command in the background changes is not listed and can’t be undone.',
  'cut-off': 'Parley ended while a command ran. What it changed is not known and can’t be undone.',
  failed: 'The folder could not be compared, so what a command changed is not known and can’t be undone.',
};

/** Says what is not among the changes of a turn. */
export function turnNotes({ unseen, ranCommands, undo }: TurnChanges): string[] {
  const left = undo?.left ?? [];
  return [
    ...(left.length === 0 ? [] : [`Not undone, for it was changed since: ${left.join(', ')}`]),
    ...unseen.map((why) => unseenWords[why]),
    ...(ranCommands
      ? [
          'Ignored files, files with secrets, submodules and files over 50 MB that commands changed are not put back.',
        ]
      : []),
  ];
}

const keptWords: Record<KeptReason, string> = {
  large: 'Over 50 MB, so it can’t be undone.',
  link: 'A link, which can’t be undone.',
  mode: 'Only its permissions changed, which can’t be undone.',
  mixed: 'Changed by somebody else during the turn, so it can’t be undone.',
  shared: 'Changed while a command of another turn ran too, so it can’t be undone.',
  old: 'Longer than 30 days ago, so it can’t be undone.',
  ignored: 'Ignored by git before or after, so it can’t be undone.',
  secret: 'May hold secrets, so its content is not kept and it can’t be undone.',
  repository: 'A repository of its own, which can’t be undone.',
};

/** Says why a file stays as it is; null where it can be undone. */
export function fileNote({ kept, inWay }: TurnFile): string | null {
  if (kept !== undefined) return keptWords[kept];
  return inWay ? 'Changed since this turn, so it stays as it is.' : null;
}
