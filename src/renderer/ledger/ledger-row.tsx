import type { LedgerEntry } from '../../shared/ledger/ledger-entry.ts';
import {
  entryAnswers,
  entryDecider,
  entryReason,
  entryStatus,
  entryTitle,
  waitedText,
} from '../../shared/ledger/ledger-words.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { TimeOfDay } from '../ui/time-of-day.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

/** One decision: a line of what it was and what came of it, which opens to the whole of it. */
export function LedgerRow({ entry }: { entry: LedgerEntry }) {
  return (
    <li className="border-t border-hairline first:border-t-0">
      <details className="group">
        <summary className="-mx-2 cursor-default list-none rounded-control px-2 py-2 hover:bg-hover">
          <span className="flex items-baseline gap-3">
            <span
              className="min-w-0 flex-1 truncate font-medium group-open:whitespace-normal wrap-anywhere"
              dir="auto"
            >
              <VisibleText text={entryTitle(entry)} />
            </span>
            <span className="shrink-0 text-second text-secondary">{entryStatus(entry)}</span>
          </span>
          <span className="block truncate text-small text-secondary tabular-nums group-open:whitespace-normal">
            <TimeOfDay at={entry.settledAt} /> ·{' '}
            <VisibleText text={`${entry.asker} · ${entry.workspace.name}`} layout="line" />
          </span>
        </summary>
        <Whole entry={entry} />
      </details>
    </li>
  );
}

function Whole({ entry }: { entry: LedgerEntry }) {
  const reason = entryReason(entry);
  const facts: [string, string][] = [
    ['Decided by', entryDecider(entry)],
    ['After', waitedText(entry.settledAt - entry.openedAt)],
    ['Folder', entry.workspace.folder],
  ];
  if (entry.tool !== null) facts.push(['Tool', entry.tool]);
  if (reason !== null) facts.push(['Reason', reason]);
  return (
    <div className="flex flex-col gap-3 pt-1 pb-4">
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
        <ul aria-label="Files" className="text-code font-mono">
          {entry.files.map(({ path, change }) => (
            <li key={path} className="wrap-anywhere">
              <VisibleText text={path} layout="line" />{' '}
              <span className="font-ui text-small text-secondary">{change}</span>
            </li>
          ))}
        </ul>
      )}
      <Facts facts={facts} className="gap-y-1 text-second" />
      <ShowInChat entry={entry} />
    </div>
  );
}

/** Leads to the card, however far back in its chat that is. */
function ShowInChat({ entry: { workspace, toolCallId } }: { entry: LedgerEntry }) {
  const { view, showCard } = useParley();
  const isThere = useParleyState(({ app }) => app?.workspaces.some(({ id }) => id === workspace.id) ?? false);
  if (!isThere || toolCallId === null) return null;

  function show(): void {
    closeDialog(view, 'ledger');
    showCard(workspace.id, toolCallId);
  }

  return (
    <Button className="self-start" onClick={show}>
      Show in chat
    </Button>
  );
}
