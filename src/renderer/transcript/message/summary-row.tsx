import { useId, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { SummaryPart } from '../../../shared/transcript/transcript.ts';
import { useAgentName, useParley, useParleyState } from '../../parley-context.tsx';
import { editSummary, undoSummary } from '../../state/chat/branch-intents.ts';
import { isTooLong } from '../../state/text-limit.ts';
import { Button } from '../../ui/button.tsx';
import { GrowingTextField } from '../../ui/text-input.tsx';
import { StreamingMarkdown } from '../answer/streaming-markdown.tsx';
import type { TranscriptRow } from '../rows/transcript-rows.ts';
import { DisclosureLine } from '../tools/disclosure-line.tsx';

type SummaryRowProps = { workspaceId: WorkspaceId; row: TranscriptRow; part: SummaryPart };

/** A line that opens to the summary the agent reads in place of earlier messages. */
export function SummaryRow({ workspaceId, row, part }: SummaryRowProps) {
  const inForce = useParleyState(({ chats }) => {
    const chat = chats[workspaceId];
    const messages = chat?.status === 'ready' ? chat.transcript.messages : [];
    const newest = messages.findLast(
      (message) => message.role === 'agent' && message.parts.some(({ type }) => type === 'summary'),
    );
    return newest?.id === row.messageId;
  });
  const agent = useAgentName(workspaceId);
  return (
    <DisclosureLine
      id={row.key}
      text={`Summarised what was said before${inForce ? '' : ', and again later'}`}
    >
      {() => (
        <div className="flex flex-col gap-2 pb-1 text-secondary">
          <p className="text-second">
            {inForce
              ? `${agent} reads this instead of the earlier messages, which stay in the chat.`
              : 'A later summary replaced this one.'}
          </p>
          <SummaryText {...{ workspaceId, row, part, inForce }} />
          {part.decisions.length > 0 && <Decisions decisions={part.decisions} />}
        </div>
      )}
    </DisclosureLine>
  );
}

function SummaryText({ workspaceId, row, part, inForce }: SummaryRowProps & { inForce: boolean }) {
  const parley = useParley();
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === null)
    return (
      <>
        <div className="text-ink">
          <StreamingMarkdown text={part.text} growing={false} />
        </div>
        {inForce && (
          <div className="-ms-2.5 flex gap-1">
            <Button look="quiet" onClick={() => setDraft(part.text)}>
              Edit
            </Button>
            <Button
              look="quiet"
              title="The agent reads the earlier messages again"
              onClick={() => {
                undoSummary(parley, workspaceId, row.messageId);
                parley.requestCaret();
              }}
            >
              Undo
            </Button>
          </div>
        )}
      </>
    );
  const text = draft;
  async function save(): Promise<void> {
    if (await editSummary(parley, workspaceId, row.messageId, text)) setDraft(null);
  }
  return (
    <>
      <GrowingTextField
        aria-label="Summary"
        value={text}
        autoFocus
        onChange={(event) => setDraft(event.target.value)}
        className="max-h-[50dvh] overflow-y-auto text-ink"
      />
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={() => setDraft(null)}>
          Cancel
        </Button>
        <Button disabled={text.trim() === '' || isTooLong(text)} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </>
  );
}

function Decisions({ decisions }: { decisions: readonly string[] }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="text-second">
      <h3 id={headingId} className="pb-1 font-medium">
        What you decided, word for word
      </h3>
      <ul className="flex flex-col gap-1.5">
        {decisions.map((decision, index) => (
          <li
            key={index}
            dir="auto"
            className="border-s border-hairline ps-3 whitespace-pre-wrap wrap-anywhere"
          >
            {decision}
          </li>
        ))}
      </ul>
    </section>
  );
}
