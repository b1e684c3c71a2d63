import { type ReactNode, useState } from 'react';
import { ParleyMark } from '../../ui/parley-mark.tsx';
import { createGalleryStore } from '../gallery-store.ts';
import { ShownCard } from '../shown-card.tsx';
import { ButtonFaces } from './button-faces.tsx';
import { ControlFaces } from './control-faces.tsx';
import type { Figure } from './figure.ts';
import { settledLines } from './settled-lines.ts';
import { others } from './sheet-cards.ts';
import { AnsweringComposer, QueueingComposer } from './sheet-composers.tsx';
import { filledForm, link } from './sheet-forms.ts';
import { questions } from './sheet-questions.ts';

/** Every card, button and control at once, each under what it shows. */
export function SheetPage() {
  return (
    <main className="h-full overflow-y-auto bg-window" tabIndex={0} aria-label="Cards and buttons">
      <div className="mx-auto max-w-[1440px] px-4 pt-10 pb-14 min-[960px]:px-14">
        <p className="flex items-center gap-2 text-second font-medium text-secondary">
          <ParleyMark className="h-4.5" />
          Parley
        </p>
        <h1 className="mt-2 mb-6 text-title font-semibold">Cards and buttons</h1>
        <div className="grid gap-x-12 gap-y-8 min-[960px]:grid-cols-2">
          <Column>
            {questions.map((figure) => (
              <Cards key={figure.about} {...figure} />
            ))}
            <Captioned about="Composer: a reply that is an option says what it would answer before it is sent">
              <AnsweringComposer />
            </Captioned>
            <Cards {...settledLines} />
            <Captioned about="Buttons">
              <ButtonFaces />
            </Captioned>
          </Column>
          <Column>
            {others.map((figure) => (
              <Cards key={figure.about} {...figure} />
            ))}
            <Cards {...filledForm} />
            <Captioned about="Composer while the agent works: Stop; Send again as soon as something is typed, and it says that it queues">
              <QueueingComposer />
            </Captioned>
            <Cards {...link} />
            <Captioned about="Controls and marks">
              <ControlFaces />
            </Captioned>
          </Column>
        </div>
      </div>
    </main>
  );
}

function Column({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-8">{children}</div>;
}

function Captioned({ about, children }: { about: string; children: ReactNode }) {
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-small text-tertiary">{about}</figcaption>
      {children}
    </figure>
  );
}

function Cards({ about, cards }: Figure) {
  const [store] = useState(() => createGalleryStore(cards));
  return (
    <Captioned about={about}>
      {cards.map((shown, index) => (
        <ShownCard
          key={'part' in shown ? shown.part.toolCallId : index}
          nth={1}
          position={null}
          onTypeElsewhere={() => {}}
          {...{ shown, store }}
        />
      ))}
    </Captioned>
  );
}
