import type { Ask, StagingPart, ToolKind, ToolPart } from './transcript.ts';

type Call = Pick<
  ToolPart,
  'toolCallId' | 'toolName' | 'input' | 'result' | 'span' | 'permission' | 'forms' | 'work'
>;
type Shown = { ask?: Ask | undefined; change?: Pick<StagingPart, 'action' | 'presence'> | undefined };

export function callOfKind(kind: ToolKind, call: Call, { ask, change }: Shown = {}): ToolPart {
  switch (kind) {
    case 'plain':
      return { type: 'tool', kind, ...call };
    case 'question':
    case 'command':
      return { type: 'tool', kind, ...call, ask: ask ?? null };
    case 'run':
      return { type: 'tool', kind, ...call, run: null };
    case 'preview':
      return { type: 'tool', kind, ...call, ...change };
  }
}
