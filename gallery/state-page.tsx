import { type ReactNode, useState } from 'react';
import { CardAgentContext } from '../src/renderer/cards/card-agent.ts';
import { cardNumbers } from '../src/renderer/cards/card-numbers.ts';
import { CommandCard } from '../src/renderer/cards/command/command-card.tsx';
import { CustomCard } from '../src/renderer/cards/custom/custom-card.tsx';
import { FormCard } from '../src/renderer/cards/form/form-card.tsx';
import { PermissionCard } from '../src/renderer/cards/permission/permission-card.tsx';
import { RefusedQuestions } from '../src/renderer/cards/refused-questions.tsx';
import { PlanCard } from '../src/renderer/cards/plan/plan-card.tsx';
import { PlanReader } from '../src/renderer/cards/plan/plan-reader.tsx';
import { PreviewCard } from '../src/renderer/cards/preview/preview-card.tsx';
import { PreviewReader } from '../src/renderer/cards/preview/preview-reader.tsx';
import { QuestionCard } from '../src/renderer/cards/question/question-card.tsx';
import type { ReaderHead } from '../src/renderer/cards/review/review-view.tsx';
import type { CardStore } from '../src/renderer/cards/store/card-store.ts';
import { GrowingTextField } from '../src/renderer/ui/text-input.tsx';
import { callOf, type GalleryCard, type CardState, isWaiting } from './card-state.ts';
import { createGalleryStore } from './gallery-store.ts';

/** The agent of every chat here. */
const claude = { id: 'anthropic/claude-sonnet-4-5', wait: undefined, reply: 'closes' } as const;

/** One state as it stands in a chat, with a stand-in for the composer. */
export function StatePage({ state }: { state: CardState }) {
  const [store] = useState(() => createGalleryStore(state.cards));
  const [message, setMessage] = useState('');
  const waiting = state.cards.filter(isWaiting);
  const numbers = cardNumbers(state.cards.map(callOf));
  return (
    <main className="flex h-full flex-col">
      <h1 className="sr-only">{state.title}</h1>
      <div
        role="log"
        aria-label="Conversation"
        aria-live="off"
        tabIndex={0}
        className="conversation gutters min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
      >
        {state.cards.map((shown, index) => (
          <div key={keyOf(shown)} className="column pt-4 pb-2">
            <CardAgentContext value={claude}>
              <ShownCard
                shown={shown}
                nth={numbers[index] ?? 1}
                store={store}
                position={isWaiting(shown) ? { index: waiting.indexOf(shown) + 1, of: waiting.length } : null}
                onTypeElsewhere={(text) => setMessage(message + text)}
              />
            </CardAgentContext>
          </div>
        ))}
      </div>
      <div className="column py-3">
        <GrowingTextField
          aria-label="Message"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </div>
    </main>
  );
}

function keyOf(shown: GalleryCard): string {
  return shown.type === 'plain' ? 'plain' : shown.part.toolCallId;
}

type ShownCardProps = {
  shown: GalleryCard;
  nth: number;
  store: CardStore;
  position: { index: number; of: number } | null;
  onTypeElsewhere(text: string): void;
};

type ShownPreviewProps = Pick<ShownCardProps, 'nth' | 'store' | 'position'> & {
  shown: Extract<GalleryCard, { type: 'preview' }>;
};

function ShownPreview({ shown, nth, store, position }: ShownPreviewProps) {
  const [view, setView] = useState(shown.view);
  const { part } = shown;
  if (view === undefined)
    return (
      <PreviewCard
        {...{ part, nth, position, store }}
        agent="Claude"
        paneOpen={false}
        onRead={() => {}}
        onNext={() => {}}
        onDecided={() => false}
      />
    );
  return (
    <GalleryPane>
      <PreviewReader {...{ part, store, head }} diffView={view} onDiffView={setView} />
    </GalleryPane>
  );
}

type ShownPlanProps = Pick<ShownCardProps, 'nth' | 'store' | 'position'> & {
  shown: Extract<GalleryCard, { type: 'plan' }>;
};

function ShownPlan({ shown: { part, view }, nth, store, position }: ShownPlanProps) {
  if (view !== undefined)
    return (
      <GalleryPane>
        <PlanReader {...{ part, store, head }} />
      </GalleryPane>
    );
  return (
    <PlanCard
      {...{ part, nth, position, store }}
      agent="Claude"
      paneOpen={false}
      onRead={() => {}}
      onNext={() => {}}
      onOpen={() => {}}
      onDecided={() => false}
    />
  );
}

/** Stands in for the pane beside the conversation. */
function GalleryPane({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Pane" className="flex h-[84dvh] flex-col border border-hairline bg-window">
      {children}
    </section>
  );
}

function head({ title, icon, calling, about, tools }: ReaderHead) {
  const edge = calling ? 'border-t-2 border-t-accent-mark bg-accent-wash' : '';
  return (
    <header className={`flex min-h-12 items-center gap-2.5 border-b border-hairline ps-5 pe-2 ${edge}`}>
      <span className="[&_svg]:size-4">{icon}</span>
      <h2 className="font-semibold">{title}</h2>
      <span className="text-second text-tertiary">{about}</span>
      <span className="ms-auto flex">{tools}</span>
    </header>
  );
}

/** What comes after a decision, which only a chat has. */
const nothing = { onNext: () => {}, onDecided: () => false };

/** A card of the gallery as it stands in a chat, or in the pane. */
function ShownCard({ shown, nth, store, position, onTypeElsewhere }: ShownCardProps) {
  const [open, setOpen] = useState(shown.type === 'plain' && shown.open);
  switch (shown.type) {
    case 'question':
      return (
        <QuestionCard
          part={shown.part}
          position={position}
          store={store}
          onNext={() => {}}
          onTypeElsewhere={onTypeElsewhere}
          onDecided={() => false}
        />
      );
    case 'preview':
      return <ShownPreview {...{ shown, nth, store, position }} />;
    case 'plan':
      return <ShownPlan {...{ shown, nth, store, position }} />;
    case 'custom':
      return <CustomCard part={shown.part} {...{ nth, store, position }} {...nothing} />;
    case 'run':
      return (
        <CommandCard
          part={shown.part}
          nth={nth}
          output={shown.part.run}
          store={store}
          folder="tiny-parser"
          allowed={shown.part.run.number === 2 ? 'rule' : 'once'}
          {...(shown.part.run.number === 2 && { onUndoRule: () => {} })}
          onShowAll={() => {}}
          wholeText={() => Promise.resolve(shown.part.run.line)}
          onDecided={() => false}
        />
      );
    case 'permission':
      return (
        <PermissionCard
          {...{ nth, position, store, ...nothing }}
          part={shown.part}
          hasRule
          onUndoRule={() => {}}
          others={shown.others ?? []}
          onAnswerAll={() => Promise.resolve()}
        />
      );
    case 'form':
      return <FormCard {...{ nth, position, store, ...nothing }} part={shown.part} isOrphaned={false} />;
    case 'plain':
      return <RefusedQuestions calls={shown.calls} open={open} onOpenChange={setOpen} />;
  }
}
