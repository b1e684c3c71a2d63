import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import type { TranscriptRow } from './transcript-row.ts';

export function speakerOf(row: TranscriptRow): string {
  if (row.speaker !== 'outside') return 'Agent';
  if (row.type === 'supplied') return row.ask.asker;
  return (row.type === 'card' && askerOf(row.part)) || 'Asker';
}

function askerOf(part: ToolPart): string | undefined {
  switch (part.kind) {
    case 'plain':
    case 'run':
      return undefined;
    case 'question':
    case 'command':
      return part.ask?.asker;
    case 'preview':
      return part.action?.asker;
  }
}
