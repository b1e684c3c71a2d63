import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { useAgentName, useParleyState } from '../../parley-context.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { StreamingMarkdown } from '../answer/streaming-markdown.tsx';
import { DisclosureLine } from '../tools/disclosure-line.tsx';
import { toolSummary } from '../tools/tool-summary.ts';

type CompactionRowProps = { id: string; workspaceId: WorkspaceId; part: ToolPart };

/** A line that opens to the summary by which an external agent made room in its context. */
export function CompactionRow({ id, workspaceId, part }: CompactionRowProps) {
  const inForce = useParleyState(({ chats }) => {
    const chat = chats[workspaceId];
    const messages = chat?.status === 'ready' ? chat.transcript.messages : [];
    const calls = messages.flatMap(({ role, ...message }) =>
      role === 'agent' && 'parts' in message ? message.parts : [],
    );
    const newest = calls.findLast(
      (call) => call.type === 'tool' && isSummary(call) && call.result?.ok === true,
    );
    return newest?.type !== 'tool' || newest.toolCallId === part.toolCallId;
  });
  const agent = useAgentName(workspaceId);
  const { result, work } = part;
  const text = result?.text ?? work?.output ?? '';
  const replaced = result?.ok === true && !inForce;
  return (
    <DisclosureLine id={id} text={`${toolSummary([part])}${replaced ? ', and again later' : ''}`}>
      {() => (
        <div className="flex flex-col gap-2 pb-1 text-secondary">
          <p className="text-second">{explanation(part, agent, replaced, text)}</p>
          {text !== '' && (
            <div className="text-ink">
              {result?.ok === false ? (
                <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                  <VisibleText text={text} layout="block" />
                </p>
              ) : (
                <StreamingMarkdown text={text} growing={result === null} />
              )}
            </div>
          )}
        </div>
      )}
    </DisclosureLine>
  );
}

function isSummary({ work }: ToolPart): boolean {
  return work?.kind === 'summary';
}

function explanation({ result }: ToolPart, agent: string, replaced: boolean, text: string): string {
  if (result === null) return `${agent} makes room in its context.`;
  if (!result.ok) return `${agent} goes on with the earlier messages as they are.`;
  if (replaced) return 'A later summary replaced this one.';
  const instead = text === '' ? 'a summary that it does not show' : 'this';
  return `${agent} reads ${instead} instead of the earlier messages, which stay in the chat.`;
}
