import { useMemo } from 'react';
import { failureOf, outcomeOf, settledAt } from '../../../shared/previews/preview-state.ts';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { completeMarkdown } from '../../ui/markdown/complete-markdown.ts';
import { MarkdownTokens } from '../../ui/markdown/markdown.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Field, GrowingTextField } from '../../ui/text-input.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CardFoot, CardFrame } from '../card-frame.tsx';
import { previewCardName } from '../card-numbers.ts';
import { CardPosition } from '../card-position.tsx';
import { OutdatedOthers, PreviewIcon, PreviewReasons, PreviewStatus } from '../review/review-status.tsx';
import type { CardStore } from '../store/card-store.ts';
import { useSendingText } from '../sending.ts';
import { isSending } from '../store/card-kind.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { customCardKind, type CustomPart } from './custom-card-kind.ts';

type CustomCardProps = {
  part: CustomPart;
  /** Number of it among the previews of the same label, from the newest on. */
  nth: number;
  /** Number of this card among the chat's waiting cards; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: CardStore;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** Takes the focus that was in the card when it was decided; false where it stays in the card. */
  onDecided(): boolean;
};

/** What a custom tool wants to apply, to be applied by the tool itself, or discarded. */
export function CustomCard({ part, nth, position, store, onNext, onDecided }: CustomCardProps) {
  const { action, toolCallId } = part;
  const { card, intents } = useCard(store, customCardKind, part);
  const waiting = outcomeOf(action.state) === null;
  const deciding = action.state.type === 'open';
  const { collapseButton, collapseByKey } = useSettling({ deciding, ended: !waiting, intents, onDecided });
  const tokens = useMemo(() => completeMarkdown(action.preview.markdown), [action.preview.markdown]);

  return (
    <CardFrame
      name={previewCardName(action.label, nth)}
      toolCallId={toolCallId}
      icon={<PreviewIcon action={action} />}
      from="agent"
      title={action.label}
      status={
        <>
          <PreviewStatus action={action} />
          {position !== null && position.of > 1 ? <CardPosition {...position} onNext={onNext} /> : null}
        </>
      }
      waiting={waiting}
      endedAt={settledAt(action.state)}
      calling={deciding}
      collapsed={card.folded?.collapsed ?? !waiting}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      onKeyDown={collapseByKey}
      line={
        waiting
          ? undefined
          : {
              what: <PreviewStatus action={action} />,
              from: <VisibleText text={action.label} layout="line" />,
            }
      }
      flush
      summary={<OutdatedOthers action={action} />}
    >
      <div className="prose border-t border-hairline px-4 py-3">
        <MarkdownTokens tokens={tokens} visible />
      </div>
      <AppliedBy part={part} />
      <PreviewReasons action={action} />
      <Problem text={card.failure ?? failureOf(action.state)?.text ?? null} />
      {deciding ? <Deciding {...{ part, card, intents }} /> : null}
    </CardFrame>
  );
}

function AppliedBy({ part: { action } }: { part: CustomPart }) {
  const { tool, applies } = action.preview;
  return (
    <p className="border-t border-hairline px-4 py-2.5 text-small text-tertiary wrap-anywhere">
      {applies ? (
        <>
          Applied by <VisibleText text={tool} layout="line" />, not checked
        </>
      ) : (
        <>
          From <VisibleText text={tool} layout="line" />, which does nothing more
        </>
      )}
    </p>
  );
}

function Problem({ text }: { text: string | null }) {
  return text === null ? null : (
    <div className="px-4 py-3">
      <ProblemLine>{text}</ProblemLine>
    </div>
  );
}

type DecidingProps = { part: CustomPart } & ReturnType<typeof useCard<'custom'>>;

function Deciding({ part: { action }, card, intents }: DecidingProps) {
  const about = action.fingerprint;
  const off = isSending(card);
  const sendingText = useSendingText();
  return (
    <>
      <div className="px-4 pb-3">
        <Field label="Note">
          {(id) => (
            <GrowingTextField
              id={id}
              className="max-h-60"
              placeholder="Goes to the agent with your decision"
              readOnly={off}
              value={card.note}
              onChange={(event) => intents.typeNote(event.target.value)}
            />
          )}
        </Field>
      </div>
      <CardFoot>
        <span role="status" className="flex-1 text-small text-tertiary">
          {off ? sendingText : ''}
        </span>
        <DecidingButton about={about} off={off} onClick={intents.discard}>
          Discard
        </DecidingButton>
        <DecidingButton look="primary" about={about} off={off} onClick={intents.apply}>
          {failureOf(action.state) === null ? 'Apply' : 'Apply again'}
        </DecidingButton>
      </CardFoot>
    </>
  );
}
