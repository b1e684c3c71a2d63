import { visibleText } from '../../shared/hidden-characters.ts';
import type { TurnFile } from '../../shared/contract/chat-contract.ts';
import type { KeptReason } from '../../shared/transcript/transcript.ts';
import { Tick } from '../ui/tick.tsx';
import { ReadFileRow } from './read-file-row.tsx';

/** What the person ticked and unticked, by path. */
export type Ticks = ReadonlyMap<string, boolean>;

export function isTicked(file: TurnFile, ticks: Ticks): boolean {
  return canReturn(file) && isAsked(file, ticks);
}

/** True also of a file that was changed since: it stays as it is, and is named as one that was left. */
export function isAsked({ path, kept, alsoChanged }: TurnFile, ticks: Ticks): boolean {
  return kept === undefined && (ticks.get(path) ?? !alsoChanged);
}

function canReturn({ kept, inWay }: TurnFile): boolean {
  return kept === undefined && !inWay;
}

type ReturningFilesProps = {
  files: readonly TurnFile[];
  /** What is said of files of which nothing tells that the agent changed them. */
  others: string;
  wrap: boolean;
  ticks: Ticks;
  onTicks(ticks: Ticks): void;
};

/** Changed files that can go back to what they were, each with a tick: those of the agent, and what changed meanwhile. */
export function ReturningFiles({ files, others: about, wrap, ticks, onTicks }: ReturningFilesProps) {
  const rowOf = (file: TurnFile) => {
    const tick = canReturn(file) ? (
      <Tick
        label={visibleText(`Undo ${file.path}`, 'line')}
        checked={isTicked(file, ticks)}
        onChange={(ticked) => onTicks(new Map(ticks).set(file.path, ticked))}
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
            <span className="text-tertiary">{about}</span>
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
export function returningText(files: readonly TurnFile[], ticks: Ticks): string {
  const all = files.length;
  const ticked = files.filter((file) => isTicked(file, ticks)).length;
  if (!files.some(canReturn)) return all === 1 ? 'The file stays as it is' : 'All files stay as they are';
  if (ticked === 0) return 'No file is ticked';
  if (ticked === all)
    return all === 1 ? 'The file goes back to what it was' : 'All files go back to what they were';
  const back = ticked === 1 ? 'goes back to what it was' : 'go back to what they were';
  return `${ticked} of ${all} files ${back}`;
}
