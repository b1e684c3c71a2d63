import { FileDiff } from 'lucide-react';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { TurnChanges } from '../../../shared/transcript/transcript.ts';
import { Counts } from '../../cards/diff/file-facts.tsx';
import { useParley } from '../../parley-context.tsx';
import { openPane } from '../../state/view-store.ts';
import { linesOf, turnLine } from './turn-line.ts';

type TurnChangesLineProps = { workspaceId: WorkspaceId; messageId: MessageId; changes: TurnChanges };

const look = '-ms-2 mt-part flex w-fit max-w-full items-center gap-2 rounded-control px-2 text-second';

export function TurnChangesLine({ workspaceId, messageId, changes }: TurnChangesLineProps) {
  const { view } = useParley();
  const words = (
    <>
      <FileDiff aria-hidden className="size-3.75 shrink-0 text-tertiary" />
      <span className="min-w-0 truncate">{turnLine(changes)}</span>
    </>
  );
  if (changes.files.length === 0) return <p className={`min-h-8 text-tertiary ${look}`}>{words}</p>;
  return (
    <button
      type="button"
      onClick={() => openPane(view, { type: 'turn', workspaceId, messageId })}
      className={`hit text-start text-secondary transition-colors duration-(--t-fast) hover:bg-hover hover:text-ink ${look}`}
    >
      {words}
      <Counts {...linesOf(changes.files)} />
    </button>
  );
}
