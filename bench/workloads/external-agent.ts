import { streamText } from './stream.ts';

const pieces = 500;

const pieceLength = Math.ceil(streamText.length / pieces);

/** The text of the stream as an agent of the Agent Client Protocol sends it. */
export const agentStream = (streamText.match(new RegExp(`[^]{1,${pieceLength}}`, 'g')) ?? []).map((text) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
}));

/** Length of the file; the change has it twice. */
const half = 500_000;

/** A file before and after a change of every line of it, 1 MB together. */
export const largeFile = {
  lines: linesOf('read').split('\n').length - 1,
  path: 'large.ts',
  before: linesOf('read'),
  after: linesOf('take'),
};

function linesOf(verb: string): string {
  const lines: string[] = [];
  for (let size = 0; size < half; size += (lines.at(-1)?.length ?? 0) + 1)
    lines.push(
      `  const part${lines.length} = ${verb}(text, ${lines.length}, 'the first token that follows');`,
    );
  return `${lines.join('\n')}\n`;
}

/** The request for permission by which an agent proposes that change. */
export const largeEdit = {
  toolCall: {
    toolCallId: 'edit',
    title: `Edit ${largeFile.path}`,
    kind: 'edit',
    content: [{ type: 'diff', path: largeFile.path, oldText: largeFile.before, newText: largeFile.after }],
  },
  options: [
    { optionId: 'allow-once', name: 'Yes', kind: 'allow_once' },
    { optionId: 'reject', name: 'No', kind: 'reject_once' },
  ],
};
