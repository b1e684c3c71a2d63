import { type ReactNode, useState } from 'react';
import { createNumbering } from '../cards/card-numbers.ts';
import { CommandCard } from '../cards/command/command-card.tsx';
import { PlainCard } from '../cards/plain-card.tsx';
import { PermissionCard } from '../cards/permission/permission-card.tsx';
import { PlanCard } from '../cards/plan/plan-card.tsx';
import { PlanReader } from '../cards/plan/plan-reader.tsx';
import { PreviewCard } from '../cards/preview/preview-card.tsx';
import { PreviewReader, type ReaderHead } from '../cards/preview/preview-reader.tsx';
import { QuestionCard } from '../cards/question/question-card.tsx';
import type { CardStore } from '../cards/store/card-store.ts';
import { GrowingTextField } from '../ui/text-input.tsx';
import { type GalleryCard, type GalleryState, isWaiting } from './gallery-state.ts';
import { createGalleryStore } from './gallery-store.ts';

/** One state as it stands in a chat, with a stand-in for the composer. */
export function StatePage({ state }: { state: GalleryState }) {
  const [store] = useState(() => createGalleryStore(state.cards));
  const [message, setMessage] = useState('');
  const waiting = state.cards.filter(isWaiting);
  const numberOf = createNumbering();
  return (
    <main className="flex h-full flex-col">
      <h1 className="sr-only">{state.about}</h1>
      <div
        role="log"
        aria-label="Conversation"
        aria-live="off"
        tabIndex={0}
        className="conversation gutters min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
      >
        {state.cards.map((shown) => (
          <div key={keyOf(shown)} className="column pt-4 pb-2">
            <ShownCard
              shown={shown}
              nth={'part' in shown ? numberOf(shown.part) : 1}
              store={store}
              position={isWaiting(shown) ? { index: waiting.indexOf(shown) + 1, of: waiting.length } : null}
              onTypeElsewhere={(text) => setMessage(message + text)}
            />
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

type ShownPreviewProps = Pick<ShownCardProps, 'store' | 'position'> & {
  shown: Extract<GalleryCard, { type: 'preview' }>;
};

function ShownPreview({ shown, store, position }: ShownPreviewProps) {
  const [view, setView] = useState(shown.view);
  const { part } = shown;
  if (view === undefined)
    return (
      <PreviewCard
        {...{ part, position, store }}
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

type ShownPlanProps = Pick<ShownCardProps, 'store' | 'position'> & {
  shown: Extract<GalleryCard, { type: 'plan' }>;
};

function ShownPlan({ shown: { part, view }, store, position }: ShownPlanProps) {
  if (view !== undefined)
    return (
      <GalleryPane>
        <PlanReader {...{ part, store, head }} />
      </GalleryPane>
    );
  return (
    <PlanCard
      {...{ part, position, store }}
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
      return <ShownPreview {...{ shown, store, position }} />;
    case 'plan':
      return <ShownPlan {...{ shown, store, position }} />;
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
          part={shown.part}
          nth={nth}
          position={position}
          store={store}
          hasRule
          onUndoRule={() => {}}
          onNext={() => {}}
          onDecided={() => false}
        />
      );
    case 'plain':
      return <PlainCard calls={shown.calls} open={open} onOpenChange={setOpen} />;
  }
}
