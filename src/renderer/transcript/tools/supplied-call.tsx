import type { ToolCallId } from '../../../shared/ids.ts';
import type { Ask } from '../../../shared/transcript/transcript.ts';
import { settledAnswer, suppliedText } from '../../../shared/questions/question-text.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { DisclosureLine } from './disclosure-line.tsx';

function unaskedIn({ settlement }: Ask) {
  const outcome = settlement?.outcome;
  return outcome?.type === 'supplied' ? (outcome.unasked ?? []) : [];
}

type SuppliedCallProps = { id: string; toolCallId: ToolCallId; ask: Ask };

/** Questions that came with their answers: a line that opens to both. */
export function SuppliedCall({ id, toolCallId, ask }: SuppliedCallProps) {
  return (
    <div data-tool-call-id={toolCallId}>
      <DisclosureLine id={id} text={suppliedText(ask)}>
        {() => (
          <dl className="flex flex-col gap-3 py-1 text-second wrap-anywhere">
            {ask.questions.map((question) => (
              <div key={question.id}>
                <dt className="text-secondary">
                  <Markdown source={question.prompt} />
                </dt>
                <dd className="whitespace-pre-wrap" dir="auto">
                  {settledAnswer(ask, question) ?? 'Not answered'}
                </dd>
              </div>
            ))}
            {unaskedIn(ask).map(({ question, answer }) => (
              <div key={question}>
                <dt className="text-secondary">
                  Not asked: <VisibleText text={question} />
                </dt>
                <dd className="whitespace-pre-wrap" dir="auto">
                  <VisibleText text={answer} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </DisclosureLine>
    </div>
  );
}
