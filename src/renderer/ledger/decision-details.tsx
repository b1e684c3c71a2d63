import type { LedgerEntry } from '../../shared/ledger/ledger-entry.ts';
import { entryAnswers, entryDecider, entryReason } from '../../shared/ledger/ledger-words.ts';
import { waitedText } from '../../shared/ledger/waited-text.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

type DecisionDetailsProps = { id: string; entry: LedgerEntry; canShow: boolean };

/** All that is known of a decision. */
export function DecisionDetails({ id, entry, canShow }: DecisionDetailsProps) {
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

/** Short facts, each beside its name. */
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
