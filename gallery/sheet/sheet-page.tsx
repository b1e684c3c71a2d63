import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Form, FormField, FormSubject } from '../../src/shared/forms/form.ts';
import type { FormId } from '../../src/shared/ids.ts';
import { ParleyMark } from '../../src/renderer/ui/parley-mark.tsx';
import { Segmented } from '../../src/renderer/ui/segmented.tsx';
import { TextInput } from '../../src/renderer/ui/text-input.tsx';
import { fileOf } from '../fixtures/sample-files.ts';
import { command, idOf, permissionOf, rule } from '../fixtures/sample-permissions.ts';
import { planOf } from '../fixtures/sample-plans.ts';
import { actionOf, applied, discarded, ended } from '../fixtures/sample-previews.ts';
import { sampleTime, settled } from '../fixtures/samples.ts';
import { formCard, permissionCard, planCard, previewCard, questionCard } from '../gallery-state.ts';
import { createGalleryStore } from '../gallery-store.ts';
import { ShownCard } from '../shown-card.tsx';
import { ButtonFaces } from './button-faces.tsx';
import { type Figure, settledAt } from './figure.ts';
import { others } from './sheet-cards.ts';
import { AnsweringComposer, QueueingComposer } from './sheet-composers.tsx';
import { asks, drafts, questions, threeAnswers } from './sheet-questions.ts';

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

const threeFiles = ['routes', 'links', 'router'].map((name, index) =>
  fileOf(
    `src/${name}.ts`,
    index === 2 ? null : Array.from({ length: 3 - index }, (_, at) => `old ${at}\n`).join(''),
    Array.from({ length: 8 }, (_, at) => `new ${at}\n`).join(''),
  ),
);

const npmTest = { ...rule(['npm', 'test'], true), id: idOf('rule') };

/** One line each. */
const settledLines: Figure = {
  about: 'Settled, one line each: the answer first',
  cards: [
    questionCard('answered', threeAnswers),
    questionCard(
      'replied',
      asks([drafts], { settlement: settled({ type: 'replied', text: 'Neither.' }, 'chat') }),
    ),
    questionCard('dismissed', asks([drafts]), {
      phase: { type: 'undoable', call: 'dismiss' },
      undoableUntil: Date.now() + 4_500,
    }),
    previewCard('applied', actionOf(threeFiles, ended(applied()))),
    previewCard(
      'discarded',
      actionOf(threeFiles, ended(discarded({ userWords: 'Rename the exports. Too much for one step' }))),
    ),
    previewCard(
      'replaced',
      actionOf([fileOf('src/tokenize.ts', 'old\n', 'new\n')], ended({ type: 'superseded', at: settledAt })),
    ),
    previewCard('undone', actionOf(threeFiles, ended(applied({ undone: true })))),
    planCard('approved', { ...planOf('Comments in config files', '## Steps\n'), ...ended(applied()) }),
    permissionCard(
      'allowed',
      permissionOf(command('npm test'), {
        result: { exitCode: 0, durationMs: 3_100 },
        settlement: {
          at: settledAt,
          outcome: { type: 'allowed', by: { type: 'rule', ruleId: npmTest.id }, argv: ['npm', 'test'] },
          rule: npmTest,
        },
      }),
      {},
      true,
    ),
    permissionCard(
      'denied',
      permissionOf(command('git push --force'), {
        settlement: {
          at: settledAt,
          outcome: { type: 'denied', by: { type: 'person' }, reason: 'Open a pull request instead' },
        },
      }),
    ),
  ],
};

const common = { required: false, secret: false };

const fields: FormField[] = [
  { type: 'text', id: 'title', title: 'Title', ...common },
  {
    type: 'number',
    id: 'estimate',
    title: 'Estimate, in days',
    ...common,
    required: true,
    whole: true,
    minimum: 1,
    maximum: 10,
  },
  { type: 'yesno', id: 'notify', title: 'Notify the team', ...common },
];

function isFormId(id: string): id is FormId {
  return id !== '';
}

function formOf(id: string, message: string, subject: FormSubject): Form {
  if (!isFormId(id)) throw new Error('a form needs an id');
  const asker = { agent: 'Claude', server: 'Tracker' };
  return { id, asker, message, subject, openedAt: sampleTime, settlement: null, finished: null };
}

/** A form that a server asks for by itself. */
const filledForm: Figure = {
  about: 'Form',
  cards: [
    formCard('form', formOf('form', '', { type: 'fields', fields }), {
      tried: true,
      entries: [
        { id: 'title', value: 'Comments in config files' },
        { id: 'estimate', value: '12' },
        { id: 'notify', value: true },
      ],
    }),
  ],
};

const link: Figure = {
  about: 'Link: the whole address, host in bold, nothing fetched before the press',
  cards: [
    formCard(
      'link',
      formOf('link', '', {
        type: 'link',
        before: 'https://',
        host: 'login.tracker.example',
        after: '/authorize?client=parley&scope=issues.read',
      }),
    ),
  ],
};

const modes = [
  { value: 'plan', label: 'Plan' },
  { value: 'exec', label: 'Edit' },
] as const;

/** Fields in which something is chosen, typed and marked. */
function ControlFaces() {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-y-1 *:min-h-10">
      <Controls name="Choice">
        <Segmented label="Mode" choices={modes} value="plan" onChoose={() => {}} />
      </Controls>
      <Controls name="Field">
        <TextInput aria-label="Reason" placeholder="Reason" className="max-w-30" />
        <TextInput aria-label="Note" defaultValue="Too large" data-face="focus" className="max-w-30" />
      </Controls>
      <Controls name="Marks">
        <Mark words="Needs you">
          <span className="size-2 rounded-round bg-accent-mark" />
        </Mark>
        <Mark words="Working">
          <span className="activity-ring size-3 rounded-round border-2 border-edge" />
        </Mark>
        <Mark words="Unread">
          <span className="size-1.5 rounded-round bg-secondary" />
        </Mark>
        <span className="inline-flex items-center gap-2 text-danger">
          <TriangleAlert aria-hidden className="size-3.5" />
          Failed
        </span>
      </Controls>
      <Controls name="Badges">
        <span className="inline-flex h-4.5 items-center rounded-small bg-selected px-1.5 text-small leading-none font-medium text-secondary">
          Recommended
        </span>
        <span className="inline-grid size-4.5 place-items-center rounded-round bg-accent text-small leading-none font-semibold text-on-accent">
          3
        </span>
        <Check aria-hidden className="size-4" />
      </Controls>
    </div>
  );
}

function Controls({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className="flex items-center text-small text-tertiary">{name}</span>
      <span className="flex flex-wrap items-center gap-4 text-second">{children}</span>
    </>
  );
}

function Mark({ words, children }: { words: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2">
      {children}
      {words}
    </span>
  );
}
