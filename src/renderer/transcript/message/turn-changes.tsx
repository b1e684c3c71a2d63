import { FileDiff } from 'lucide-react';
import { useState } from 'react';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ChangedFile, TurnChanges } from '../../../shared/transcript/transcript.ts';
import { filesOfAgent, undoneUnasked } from '../../../shared/transcript/turn-files.ts';
import { ChangeLetter, Counts, FilePath } from '../../cards/diff/file-facts.tsx';
import { useOwnsFolder, useParley } from '../../parley-context.tsx';
import { openPane } from '../../state/view-store.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { linesOf, moreLine, turnLine } from './turn-line.ts';
import { UndoTurnButton } from './undo-turn-button.tsx';

type TurnChangesProps = { workspaceId: WorkspaceId; messageId: MessageId; changes: TurnChanges };

/** What a turn changed: a card with its first files, or one line where none is known to be its agent's. */
export function TurnChangesRow(props: TurnChangesProps) {
  const { changes } = props;
  if (filesOfAgent(changes).length > 0) return <TurnCard {...props} />;
  const look = '-ms-2 mt-part flex w-fit max-w-full items-center gap-2 rounded-control px-2 text-second';
  if (changes.files.length > 0)
    return <OpenTurn {...props} className={`${look} text-secondary hover:text-ink`} />;
  return (
    <p className={`min-h-8 text-tertiary ${look}`}>
      <FileDiff aria-hidden className="size-3.75 shrink-0" />
      <span className="min-w-0 truncate">{turnLine(changes)}</span>
    </p>
  );
}

/** Opens the pane with all that the turn changed. */
function OpenTurn({ workspaceId, messageId, changes, className }: TurnChangesProps & { className: string }) {
  const { view } = useParley();
  return (
    <button
      type="button"
      onClick={() => openPane(view, { type: 'turn', workspaceId, messageId })}
      className={`hit text-start transition-colors duration-(--t-fast) hover:bg-hover ${className}`}
    >
      <FileDiff aria-hidden className="size-3.75 shrink-0 text-tertiary" />
      <span className="min-w-0 truncate">{turnLine(changes)}</span>
      <Counts {...linesOf(filesOfAgent(changes))} />
    </button>
  );
}

/** The most files that stand on the card. */
const mostShown = 3;

function TurnCard({ workspaceId, messageId, changes }: TurnChangesProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const ownsFolder = useOwnsFolder(workspaceId);
  const files = filesOfAgent(changes);
  const more = moreLine(changes, mostShown);
  return (
    <div
      role="group"
      aria-label={turnLine(changes)}
      className="mt-part rounded-card border border-hairline bg-raised text-second"
    >
      <div className="flex min-h-10 flex-wrap items-center border-b border-hairline p-1">
        <OpenTurn
          {...{ workspaceId, messageId, changes }}
          className="flex max-w-full items-center gap-2 rounded-control px-2.5 font-medium"
        />
        <span className="ms-auto">
          <UndoTurnButton
            {...{ workspaceId, messageId }}
            look="quiet"
            paths={undoneUnasked(changes, ownsFolder)}
            onProblem={setProblem}
          />
        </span>
      </div>
      <ul className="px-3.5 pt-1 pb-1.5">
        {files.slice(0, mostShown).map((file) => (
          <CardFile key={file.path} file={file} />
        ))}
        {more === null ? null : <li className="ps-5.75 text-small/6.5 text-tertiary">{more}</li>}
      </ul>
      {problem === null ? null : (
        <div className="border-t border-hairline px-3.5 py-2">
          <ProblemLine>{visibleText(problem, 'line')}</ProblemLine>
        </div>
      )}
    </div>
  );
}

function CardFile({ file }: { file: ChangedFile }) {
  return (
    <li className="flex min-h-6.5 items-center gap-2">
      <ChangeLetter change={file.change} className="-ms-0.75" />
      <FilePath path={file.path} />
      <span className="flex-1" />
      <Counts added={file.added} removed={file.removed} />
    </li>
  );
}
