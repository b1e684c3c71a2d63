import {
  ChevronDown,
  ClipboardList,
  FileDiff,
  ListChecks,
  type LucideIcon,
  MessageCircleQuestionMark,
  SquareTerminal,
  Wrench,
} from 'lucide-react';
import { memo, useId, useState } from 'react';
import { foldText, foundIn } from '../../shared/find/fold-text.ts';
import type { LedgerEntry, LedgerKind } from '../../shared/ledger/ledger-entry.ts';
import {
  entryAnswers,
  entryDecider,
  entryHeadline,
  entryKind,
  entryReason,
  entryTitle,
} from '../../shared/ledger/ledger-text.ts';
import { waitedText } from '../../shared/waited-text.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TimeOfDay } from '../ui/time-of-day.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

const icons: Record<LedgerKind, LucideIcon> = {
  question: MessageCircleQuestionMark,
  plan: ListChecks,
  edit: FileDiff,
  custom: Wrench,
  permission: SquareTerminal,
  form: ClipboardList,
};

type DecisionRowProps = { entry: LedgerEntry; query: string };

/** What came of a decision, and under it what was asked. A click leads to its place in the chat. */
export const DecisionRow = memo(function DecisionRow({ entry, query }: DecisionRowProps) {
  const { showCard } = useParley();
  const { workspace, toolCallId } = entry;
  const isThere = useParleyState(({ app }) => app?.workspaces.some(({ id }) => id === workspace.id) ?? false);
  const [open, setOpen] = useState(false);
  const id = useId();
  const Icon = icons[entryKind(entry)];
  const canShow = isThere && toolCallId !== null;

  return (
    <li className="group relative rounded-control hover:bg-hover has-[>div>button:focus-visible]:bg-hover">
      <span
        aria-hidden
        className="absolute inset-x-3 top-0 ms-7 border-t border-hairline group-first:hidden"
      />
      <div className="flex items-start">
        <button
          type="button"
          title={canShow ? 'Show in chat' : undefined}
          aria-expanded={canShow ? undefined : open}
          aria-controls={!canShow && open ? id : undefined}
          onClick={() => (canShow ? showCard(workspace.id, toolCallId) : setOpen(!open))}
          className="flex min-w-0 flex-1 items-start gap-3 rounded-control px-3 py-[9px] text-start focus-visible:outline-offset-[-4px]"
        >
          <Icon
            aria-hidden
            className={`mt-[3px] size-4 shrink-0 text-tertiary group-has-[>div>button+button:focus-visible]:opacity-0 no-hover:opacity-100! ${open ? 'opacity-0' : 'group-hover:opacity-0'}`}
          />
          <span className="min-w-0 flex-1">
            <Headline entry={entry} query={query} />
            <span className="block truncate text-second text-secondary" dir="auto">
              <Marked text={questionLine(entry)} query={query} />
            </span>
          </span>
          <span className="flex shrink-0 flex-col items-end pt-px text-small leading-5 text-tertiary tabular-nums">
            <span className="max-w-40 truncate max-sm:max-w-24">
              <VisibleText text={entry.asker} layout="line" />
            </span>
            <TimeOfDay at={entry.settledAt} />
          </span>
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

function Headline({ entry, query }: DecisionRowProps) {
  const { answer, aside } = entryHeadline(entry);
  return (
    <span className="block truncate" dir="auto">
      <span className="font-medium">
        <Marked text={answer} query={query} />
      </span>
      {aside !== null && (
        <span className="text-secondary">
          {' · '}
          <Marked text={aside} query={query} />
        </span>
      )}
    </span>
  );
}

/** Returns the question of an entry; for a change also the names of its files. */
function questionLine(entry: LedgerEntry): string {
  const title = entryTitle(entry);
  if (entry.kind !== 'preview' || entry.files.length === 0) return title;
  const names = entry.files.map(({ path }) => path.split('/').at(-1) ?? path);
  return `${title} · ${names.join(', ')}`;
}

/** Text on one line with the words of a search marked. */
function Marked({ text, query }: { text: string; query: string }) {
  const line = text.replace(/\s+/g, ' ');
  const ranges = foundIn(line, foldText(query.trim()));
  const pieces: { from: number; to: number; found: boolean }[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    pieces.push({ from: at, to: from, found: false }, { from, to, found: true });
    at = to;
  }
  pieces.push({ from: at, to: line.length, found: false });
  return pieces
    .filter(({ from, to }) => from < to)
    .map(({ from, to, found }) => {
      const piece = <VisibleText key={from} text={line.slice(from, to)} layout="line" />;
      if (!found) return piece;
      return (
        <mark key={from} className="rounded-small bg-selected text-inherit">
          {piece}
        </mark>
      );
    });
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
    <div id={id} className="flex flex-col gap-3 ps-10 pe-3 pt-1 pb-4">
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
