import { useState } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { TurnFile } from '../../shared/contract/chat-contract.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { KeptReason } from '../../shared/transcript/transcript.ts';
import { useOwnsFolder } from '../parley-context.tsx';
import { Tick } from '../ui/tick.tsx';
import { ReadFileRow } from './read-file-row.tsx';

/** What the person ticked and unticked, by path; in a worktree of the chat's own all files start ticked. */
export type Ticked = { ticks: ReadonlyMap<string, boolean>; ownsFolder: boolean };

/** Returns what is ticked, and a function that ticks a file or not. */
export function useTicked(workspaceId: WorkspaceId): [Ticked, (path: string, ticked: boolean) => void] {
  const [ticks, setTicks] = useState<Ticked['ticks']>(new Map());
  const ownsFolder = useOwnsFolder(workspaceId);
  return [{ ticks, ownsFolder }, (path, ticked) => setTicks(new Map(ticks).set(path, ticked))];
}

export function isTicked(file: TurnFile, ticked: Ticked): boolean {
  return canReturn(file) && isAsked(file, ticked);
}

/** True also of a file that was changed since: it stays as it is, and is named as one that was left. */
export function isAsked({ path, kept, alsoChanged }: TurnFile, { ticks, ownsFolder }: Ticked): boolean {
  return kept === undefined && (ticks.get(path) ?? (ownsFolder || !alsoChanged));
}

function canReturn({ kept, inWay }: TurnFile): boolean {
  return kept === undefined && !inWay;
}

type ReturningFilesProps = {
  files: readonly TurnFile[];
  /** Why nothing tells that the agent changed some of them. */
  why: string;
  wrap: boolean;
  ticked: Ticked;
  onTick(path: string, ticked: boolean): void;
};

/** Changed files that can go back to what they were, each with a tick: those of the agent, and what changed meanwhile. */
export function ReturningFiles({ files, why, wrap, ticked, onTick }: ReturningFilesProps) {
  const rowOf = (file: TurnFile) => {
    const tick = canReturn(file) ? (
      <Tick
        label={visibleText(`Undo ${file.path}`, 'line')}
        checked={isTicked(file, ticked)}
        onChange={(checked) => onTick(file.path, checked)}
      />
    ) : (
      <span aria-hidden className="size-8 shrink-0" />
    );
    return (
      <ReadFileRow
        key={file.path}
        {...{ file, wrap }}
        startsOpen={!file.alsoChanged}
        note={fileNote(file)}
        hasLines={file.kept === undefined && !file.binary}
        before={tick}
      />
    );
  };
  const others = files.filter(({ alsoChanged }) => alsoChanged);
  return (
    <>
      <ul>{files.filter(({ alsoChanged }) => !alsoChanged).map(rowOf)}</ul>
      {others.length === 0 ? null : (
        <section aria-labelledby="also-changed">
          <h3 id="also-changed" className="border-b border-hairline px-4 pt-4 pb-2 text-second">
            <span className="font-medium">Also changed meanwhile</span>{' '}
            <span className="text-tertiary">
              {why} {ticked.ownsFolder ? 'Untick what is to stay.' : 'They stay unless you tick them.'}
            </span>
          </h3>
          <ul>{others.map(rowOf)}</ul>
        </section>
      )}
    </>
  );
}

const keptText: Record<KeptReason, string> = {
  large: 'Over 50 MB, so it stays as it is.',
  link: 'A link, which stays as it is.',
  mode: 'Only its permissions changed, which stay as they are.',
  mixed: 'Changed by somebody else in between, so it stays as it is.',
  shared: 'Changed while a command of another turn ran too, so it stays as it is.',
  old: 'Longer than 30 days ago, so it stays as it is.',
  ignored: 'Ignored by git before or after, so it stays as it is.',
  secret: 'May hold secrets, so its content is not kept and it stays as it is.',
  repository: 'A repository of its own, which stays as it is.',
};

/** Returns why a file stays as it is or has no lines; null where neither is so. */
function fileNote({ kept, inWay, binary }: TurnFile): string | null {
  if (kept !== undefined) return keptText[kept];
  const notes = [
    ...(inWay ? ['Changed since then, so it stays as it is.'] : []),
    ...(binary ? ['No text to show.'] : []),
  ];
  return notes.length === 0 ? null : notes.join(' ');
}

/** Says how many of the files go back. */
export function returningText(files: readonly TurnFile[], ticked: Ticked): string {
  const all = files.length;
  const back = files.filter((file) => isTicked(file, ticked)).length;
  if (!files.some(canReturn)) return all === 1 ? 'The file stays as it is' : 'All files stay as they are';
  if (back === 0) return 'No file is ticked';
  if (back === all)
    return all === 1 ? 'The file goes back to what it was' : 'All files go back to what they were';
  return `${back} of ${all} files ${back === 1 ? 'goes back to what it was' : 'go back to what they were'}`;
}
