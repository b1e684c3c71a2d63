import {
  ChevronDown,
  ClipboardList,
  FileDiff,
  GitBranch,
  ListChecks,
  type LucideIcon,
  MessageCircleQuestionMark,
  SquareTerminal,
  Wrench,
} from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { LedgerEntry, LedgerKind } from '../../shared/ledger/ledger-entry.ts';
import {
  entryAnswers,
  entryDecider,
  entryKind,
  entryOutcome,
  entryReason,
  entryTitle,
} from '../../shared/ledger/ledger-text.ts';
import { waitedText } from '../../shared/waited-text.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { AgentMark } from '../ui/agent-mark.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TimeOfDay } from '../ui/time-of-day.tsx';
import { Marked } from '../ui/marked.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { OutcomeWord } from './outcome-word.tsx';

const icons: Record<LedgerKind, LucideIcon> = {
  question: MessageCircleQuestionMark,
  plan: ListChecks,
  edit: FileDiff,
  custom: Wrench,
  permission: SquareTerminal,
  form: ClipboardList,
  git: GitBranch,
};

type DecisionRowProps = { entry: LedgerEntry; query: string };

/** What was decided about, what came of it as a word in colour, and when. A click leads to its place in the chat. */
export const DecisionRow = memo(function DecisionRow({ entry, query }: DecisionRowProps) {
  const { showCard } = useParley();
  const { workspace, toolCallId } = entry;
  const isThere = useParleyState(({ app }) => app?.workspaces.some(({ id }) => id === workspace.id) ?? false);
  const [open, setOpen] = useState(false);
  const id = useId();
  const canShow = isThere && toolCallId !== null;

  return (
    <li className="group relative rounded-control hover:bg-hover has-[>div>button:focus-visible]:bg-hover">
      <span
        aria-hidden
        className="absolute inset-x-3 top-0 ms-8 border-t border-hairline group-first:hidden"
      />
      <div className="flex items-start">
        <button
          type="button"
          title={canShow ? 'Show in chat' : undefined}
          aria-expanded={canShow ? undefined : open}
          aria-controls={!canShow && open ? id : undefined}
          onClick={() => (canShow ? showCard(workspace.id, toolCallId) : setOpen(!open))}
          className="flex min-w-0 flex-1 items-start gap-x-3 rounded-control px-3 py-[9px] text-start focus-visible:outline-offset-[-4px] @max-[42rem]:flex-wrap"
        >
          <RowFace {...{ entry, query, open }} />
        </button>
        <IconButton
          label={open ? 'Hide details' : 'Show details'}
          icon={<ChevronDown aria-hidden className={open ? 'rotate-180' : ''} />}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className={`absolute start-1 top-1 no-hover:static no-hover:my-1.5 no-hover:me-1 ${open ? '' : 'opacity-0 group-hover:opacity-100 focus-visible:opacity-100 no-hover:opacity-100'}`}
        />
      </div>
      {open && <DecisionDetails id={id} entry={entry} canShow={canShow} />}
    </li>
  );
});

function RowFace({ entry, query, open }: DecisionRowProps & { open: boolean }) {
  const Icon = icons[entryKind(entry)];
  const outcome = entryOutcome(entry);
  return (
    <>
      <span
        className={`grid size-5 shrink-0 place-items-center text-tertiary group-has-[>div>button+button:focus-visible]:opacity-0 no-hover:opacity-100! ${open ? 'opacity-0' : 'group-hover:opacity-0'}`}
      >
        {entry.agent === null ? (
          <Icon aria-hidden className="size-4" />
        ) : (
          <AgentMark of={entry.agent} size={20} />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span
          className={`block truncate font-medium ${isCommand(entry) ? 'font-mono text-code' : ''}`}
          dir="auto"
        >
          <Marked text={subjectLine(entry)} query={query} />
        </span>
        <span className="block truncate text-second text-secondary" dir="auto">
          <Marked text={entry.workspace.name} query={query} />
          {outcome.detail !== null && (
            <>
              {' · '}
              <Marked text={outcome.detail} query={query} />
            </>
          )}
        </span>
      </span>
      <span className="flex w-40 shrink-0 self-center @max-[42rem]:order-1 @max-[42rem]:mt-1 @max-[42rem]:w-full @max-[42rem]:ps-8">
        <OutcomeWord outcome={outcome} query={query} />
      </span>
      <span className="flex shrink-0 flex-col items-end pt-px text-small leading-5 text-tertiary tabular-nums @min-[42rem]:w-24">
        <TimeOfDay at={entry.settledAt} />
        <span className="max-w-full truncate">
          <VisibleText text={entry.asker} layout="line" />
        </span>
      </span>
    </>
  );
}

const isCommand = (entry: LedgerEntry) => entry.kind === 'permission' && entry.permission.type === 'command';

/** Returns what an entry is about; for a change also the names of its files. */
function subjectLine(entry: LedgerEntry): string {
  const title = entryTitle(entry);
  if (entry.kind !== 'preview' || entry.files.length === 0) return title;
  const names = entry.files.map(({ path }) => path.split('/').at(-1) ?? path);
  return `${title} · ${names.join(', ')}`;
}

type DecisionDetailsProps = { id: string; entry: LedgerEntry; canShow: boolean };

function DecisionDetails({ id, entry, canShow }: DecisionDetailsProps) {
  const { showCard } = useParley();
  const { workspace, toolCallId } = entry;
  const reason = entryReason(entry);
  const facts: [string, string][] = [
    ['Decided by', entryDecider(entry)],
    ['After', waitedText(entry.settledAt - entry.openedAt)],
    ['Chat', workspace.name],
    ['Folder', workspace.folder],
  ];
  if (entry.branch !== null) facts.push(['Branch', `${entry.branch}, counted from the first`]);
  if (entry.tool !== null) facts.push(['Tool', entry.tool]);
  if (reason !== null) facts.push(['Reason', reason]);
  return (
    <div id={id} className="flex flex-col gap-3 ps-11 pe-3 pt-1 pb-4">
      <dl className="flex flex-col gap-2">
        {entryAnswers(entry).map(({ question, answer }, index) => (
          <div key={`${index} ${question}`}>
            <dt className="text-second text-secondary wrap-anywhere" dir="auto">
              <VisibleText text={question} />
            </dt>
            <dd className="whitespace-pre-wrap wrap-anywhere" dir="auto">
              <VisibleText text={answer} />
            </dd>
          </div>
        ))}
      </dl>
      {entry.kind === 'preview' && entry.files.length > 0 && (
        <ul aria-label="Files" className="font-mono text-code">
          {entry.files.map(({ path, change }) => (
            <li key={path} className="wrap-anywhere">
              <VisibleText text={path} layout="line" />{' '}
              <span className="font-sans text-small text-secondary">{change}</span>
            </li>
          ))}
        </ul>
      )}
      <Facts facts={facts} />
      {canShow && (
        <Button className="self-start" onClick={() => showCard(workspace.id, toolCallId)}>
          Show in chat
        </Button>
      )}
    </div>
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-second">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-secondary">{name}</dt>
          <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
