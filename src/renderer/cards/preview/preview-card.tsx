import { type KeyboardEvent, useRef } from 'react';
import { endingOf } from '../../../shared/previews/preview-state.ts';
import { isComposing } from '../../ui/composing.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CardFrame } from '../card-frame.tsx';
import { CardPosition } from '../card-position.tsx';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { useKeepInView } from '../use-keep-in-view.ts';
import { PreviewActions } from './preview-actions.tsx';
import { previewCardKind } from './preview-card-kind.ts';
import { changedEdits, isCollapsed, type PreviewCardState } from './preview-card-state.ts';
import { type DiffView, PreviewFiles } from './preview-files.tsx';
import type { PreviewPart } from './preview-part.ts';
import { PreviewReasons, PreviewStatus } from './preview-status.tsx';

type PreviewCardProps = {
  part: PreviewPart;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: CardStore;
  diffView: DiffView;
  onDiffView(view: DiffView): void;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
};

/** A staged change in the chat: to be decided while it waits, to be read when it has ended. */
export function PreviewCard({ part, position, store, diffView, onDiffView, onNext }: PreviewCardProps) {
  const { action, toolCallId } = part;
  const { card, intents } = useCard(store, previewCardKind, part);
  const ending = endingOf(action.state);
  const waiting = ending === null;
  const deciding = action.state.type === 'open';
  const { collapseButton } = useSettling(deciding, !waiting, intents);
  const body = useRef<HTMLDivElement>(null);
  useKeepInView(body, card.field === null ? 0 : 1);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return;
    intents.setCollapsed(true);
    collapseButton.current?.focus({ preventScroll: true });
  }

  return (
    <CardFrame
      name={`Preview: ${action.label}`}
      toolCallId={toolCallId}
      title={action.label}
      status={
        <>
          <PreviewStatus action={action} />
          {position !== null && position.of > 1 ? <CardPosition {...position} onNext={onNext} /> : null}
        </>
      }
      waiting={waiting}
      calling={deciding}
      collapsed={isCollapsed(card, action)}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      onKeyDown={onKeyDown}
    >
      <PreviewFiles {...{ action, card, intents, diffView, onDiffView }} />
      <div ref={body} className="scroll-my-2">
        <PreviewReasons action={action} />
        {waiting ? null : <PreviewUnsent card={card} />}
        <PreviewActions {...{ action, card, intents }} />
      </div>
    </CardFrame>
  );
}

/** Unsent input of a card that ended without it. Nothing typed is lost. */
function PreviewUnsent({ card }: { card: PreviewCardState }) {
  const left = [
    { name: 'Note', text: card.note, isCode: false },
    { name: 'Reason', text: card.reason, isCode: false },
    ...changedEdits(card).map(({ path, text }) => ({ name: `Text of ${path}`, text, isCode: true })),
  ].filter(({ text }) => text.trim() !== '');
  if (left.length === 0) return null;
  return (
    <div className="mt-3 border-s-2 border-hairline ps-3 text-secondary">
      <p className="text-small">Entered here, not sent</p>
      {left.map(({ name, text, isCode }) => (
        <div key={name} className="mt-1">
          <div className="flex items-center gap-1 text-small">
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <CopyButton label={`Copy ${name.charAt(0).toLowerCase()}${name.slice(1)}`} text={() => text} />
          </div>
          <pre
            dir="auto"
            tabIndex={0}
            role="group"
            aria-label={name}
            className={`max-h-40 overflow-auto whitespace-pre-wrap wrap-anywhere ${isCode ? 'font-mono text-code' : 'font-sans'}`}
          >
            {text}
          </pre>
        </div>
      ))}
    </div>
  );
}
