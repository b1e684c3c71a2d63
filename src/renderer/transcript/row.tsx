import { memo } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import { Reasoning } from './reasoning.tsx';
import { StreamingMarkdown } from './streaming-markdown.tsx';
import { ToolCalls } from './tool-calls.tsx';
import { RefusedCard, ToolCard } from './tool-part.tsx';
import type { TranscriptRow } from './transcript-rows.ts';
import { UserMessageRow } from './user-message.tsx';

type RowProps = {
  row: TranscriptRow;
  workspaceId: WorkspaceId;
  /** Whether the agent is writing this very row. */
  growing: boolean;
  cardIndex: number | null;
  cardCount: number;
  onNextCard(toolCallId: string): void;
};

export const Row = memo(function Row(props: RowProps) {
  const { row } = props;
  return (
    <div className={`column ${spaceAbove(row)}`}>
      {row.first && row.type !== 'user' && <h2 className="sr-only">Agent</h2>}
      <RowContent {...props} />
    </div>
  );
});

/** 28 px between turns, 16 between parts, less above a line that has its own air. */
function spaceAbove({ first, type }: TranscriptRow): string {
  const quiet = type === 'tools' || type === 'reasoning';
  if (first) return quiet ? 'pt-5' : 'pt-7';
  return quiet ? 'pt-1.5' : 'pt-4';
}

function RowContent({ row, workspaceId, growing, cardIndex, cardCount, onNextCard }: RowProps) {
  switch (row.type) {
    case 'user':
      return <UserMessageRow message={row.message} />;
    case 'text':
      return <StreamingMarkdown text={row.text} growing={growing} />;
    case 'reasoning':
      return <Reasoning id={row.key} text={row.text} growing={growing} />;
    case 'tools':
      return <ToolCalls id={row.key} calls={row.calls} />;
    case 'refused':
      return <RefusedCard id={row.key} calls={row.calls} />;
    case 'card':
      return (
        <ToolCard
          id={row.key}
          workspaceId={workspaceId}
          part={row.part}
          position={cardIndex === null ? null : { index: cardIndex, of: cardCount }}
          onNext={() => onNextCard(row.part.toolCallId)}
        />
      );
  }
}
