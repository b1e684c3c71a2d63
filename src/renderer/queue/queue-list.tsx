import {
  ClipboardList,
  ExternalLink,
  FileDiff,
  Folder,
  Globe,
  ListChecks,
  MessageCircleQuestionMark,
  MessagesSquare,
  PackageCheck,
  SquareTerminal,
  TriangleAlert,
} from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useRef } from 'react';
import { inOneLine } from '../../shared/blank-runs.ts';
import { folderName } from '../../shared/files/folder-name.ts';
import { waitingCount } from '../../shared/workspace/waiting-count.ts';
import type { WaitingCall, Workspace } from '../../shared/workspace/workspace.ts';
import { isInbox } from '../../shared/workspace/workspace-link.ts';
import { begunOn } from '../../shared/worktrees/begun-on.ts';
import { useParley, useParleyState, useView } from '../parley-context.tsx';
import { BackButton } from '../sidebar/back-button.tsx';
import { useListTime } from '../sidebar/list-time.ts';
import { timeAgo } from '../sidebar/time-ago.ts';
import { waitingWhat } from '../state/composer/waiting-text.ts';
import { chatCount, chatsOf, type QueueEntry } from '../state/queue.ts';
import { closePage } from '../state/view-store.ts';
import { AgentMark, markOfAsker } from '../ui/agent-mark.tsx';
import { Button } from '../ui/button.tsx';
import { KeyCap } from '../ui/key-caps.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { usePage } from '../ui/use-page.ts';
import { useQueue, useQueueKeys } from './use-queue.ts';

/** The list beside the chat of the selected entry. */
export function QueueColumn() {
  const { view, requestCaret } = useParley();
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    closePage(view);
    requestCaret();
  }
  return (
    <section
      aria-label="All that needs you"
      onKeyDown={onKeyDown}
      className="flex w-98 max-xl:w-80 shrink-0 flex-col border-e border-hairline"
    >
      <QueueList Heading="h2" />
    </section>
  );
}

/** The list as a page over the chat, where nothing is selected. */
export function QueueCover() {
  const { view, requestCaret } = useParley();
  const page = usePage({ onClose: () => closePage(view), onLost: requestCaret });
  useQueueKeys();
  return (
    <div {...page} role="region" aria-label="All that needs you" className="flex flex-col bg-window">
      <QueueList Heading="h1" />
    </div>
  );
}

/** How many rows the first frame has: more than a window shows. */
const firstRows = 24;

/** Returns how many rows are mounted: the first ones with the page, all others once it is painted. */
function useMountedRows(selected: number): number {
  const isPainted = useDeferredValue(true, false);
  return isPainted ? Number.POSITIVE_INFINITY : Math.max(firstRows, selected + 1);
}

function QueueList({ Heading }: { Heading: 'h1' | 'h2' }) {
  const Part = Heading === 'h1' ? 'h2' : 'h3';
  const { entries, at } = useQueue();
  const count = useParleyState(({ app }) => waitingCount(app?.workspaces ?? []));
  const list = useRef<HTMLDivElement>(null);
  const now = useListTime(entries.map(({ since }) => since));
  const waits = entries.filter(({ type }) => type !== 'failed');
  const stopped = entries.filter(({ type }) => type === 'failed');
  const listed = waits.reduce((sum, entry) => sum + (entry.type === 'group' ? entry.asking.length : 1), 0);
  const mounted = useMountedRows(entries.findIndex(({ key }) => key === at?.key));
  useRowFocus(list, at);
  if (entries.length === 0) return <Nothing Heading={Heading} />;
  const rows = (some: readonly QueueEntry[]) => (
    <ul>
      {some.map((entry) => (
        <Row
          key={entry.key}
          {...{ entry, now }}
          selected={entry.key === at?.key}
          first={at === null && entry === entries[0]}
        />
      ))}
    </ul>
  );
  return (
    <>
      <header className="drag-region flex h-12 shrink-0 items-center gap-2.5 px-5">
        {Heading === 'h1' && <BackButton />}
        <Heading className="text-title font-semibold">Needs you</Heading>
        <span
          aria-hidden
          className="min-w-4.5 rounded-round bg-accent px-1.25 text-center text-small leading-4.5 font-semibold text-on-accent tabular-nums forced-color-adjust-none"
        >
          {count}
        </span>
      </header>
      <div ref={list} className="fade-below min-h-0 flex-1 overflow-y-auto px-2 pb-8">
        {waits.length > 0 && <p className="px-3 pb-2 text-small text-tertiary">Oldest first</p>}
        {rows(waits.slice(0, mounted))}
        {count > listed && (
          <p className="px-3 py-2 text-small text-tertiary">{count - listed} more come after these</p>
        )}
        {stopped.length > 0 && (
          <section aria-label="Stopped by a failure" className="pt-3">
            <Part className="flex h-8 items-center px-3 text-small font-medium text-secondary">
              Stopped by a failure
              <span className="ms-auto tabular-nums">{stopped.length}</span>
            </Part>
            {rows(stopped.slice(0, Math.max(0, mounted - waits.length)))}
          </section>
        )}
      </div>
      <Keys />
    </>
  );
}

/** Takes the focus to the selected row where the person moved on by a key or a decision. */
function useRowFocus(list: { current: HTMLElement | null }, at: QueueEntry | null): void {
  const { view } = useParley();
  const wanted = useView(({ page }) => page?.name === 'queue' && page.wantsFocus);
  useEffect(() => {
    if (!wanted || at === null) return;
    const row = list.current?.querySelector<HTMLElement>('[aria-current=true]');
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
    view.setState(({ page }) => (page?.name === 'queue' ? { page: { ...page, wantsFocus: false } } : {}));
  }, [wanted, at, list, view]);
}

type RowProps = { entry: QueueEntry; now: number; selected: boolean; first: boolean };

function Row({ entry, now, selected, first }: RowProps) {
  const { selectInQueue, openFromQueue, preloadChat } = useParley();
  const { since } = entry;
  const [chat] = chatsOf(entry);
  const preload = () => chat && preloadChat(chat.id, false);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !selected) return;
    event.preventDefault();
    openFromQueue();
  }

  return (
    <li className="group relative [contain-intrinsic-block-size:auto_4.875rem] [content-visibility:auto] not-first:before:absolute not-first:before:inset-x-3 not-first:before:top-0 not-first:before:ms-9.5 not-first:before:border-t not-first:before:border-hairline">
      <button
        type="button"
        data-list-row={entry.key}
        data-first-focus={selected || first || undefined}
        aria-current={selected || undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => selectInQueue(entry)}
        onKeyDown={onKeyDown}
        className={
          'relative grid min-h-19.5 w-full grid-cols-[24px_minmax(0,1fr)_auto] content-center items-center gap-x-3.5 gap-y-0.5 ' +
          'rounded-control px-3 py-2 text-start text-second transition-colors duration-(--t-fast) hover:bg-hover ' +
          'aria-current:bg-accent-wash focus-visible:-outline-offset-4 forced-colors:aria-current:outline forced-colors:aria-current:-outline-offset-1'
        }
      >
        <span className="row-span-3 self-start pt-0.5">
          <AgentMark of={markOf(entry, chat)} size={24} />
        </span>
        <span className="cut-off font-medium">
          <VisibleText text={titleOf(entry)} layout="line" />
        </span>
        <time dateTime={new Date(since).toISOString()} className="text-small text-tertiary tabular-nums">
          {timeAgo(since, now)}
        </time>
        <What entry={entry} />
        <span className="col-span-2 col-start-2 flex min-w-0 items-center gap-1.5 text-small text-secondary [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-tertiary">
          <PlaceIcon entry={entry} />
          <span className="cut-off">
            <VisibleText text={placeOf(entry)} layout="line" />
          </span>
        </span>
      </button>
    </li>
  );
}

function markOf(entry: QueueEntry, chat: Workspace | undefined): string {
  const agent = chat?.agent.id ?? '';
  return entry.type === 'call' ? markOfAsker(entry.call.askedBy, agent) : agent;
}

const isOutside = (entry: QueueEntry) => entry.type === 'call' && entry.call.askedBy === 'outside';

function titleOf(entry: QueueEntry): string {
  if (entry.type === 'group') return `${chatCount(entry.asking)} chats`;
  const asker = entry.type === 'call' && entry.call.askedBy === 'outside' ? entry.call.asker : null;
  return asker ?? entry.chat.name;
}

function placeOf(entry: QueueEntry): string {
  if (entry.type === 'group') return [...new Set(chatsOf(entry).map(({ name }) => name))].join(', ');
  const folder = isInbox(entry.chat.id) ? [] : [folderName(begunOn(entry.chat))];
  return [...(isOutside(entry) ? ['From elsewhere'] : []), ...folder].join(' · ');
}

function PlaceIcon({ entry }: { entry: QueueEntry }) {
  if (entry.type === 'group') return <MessagesSquare aria-hidden />;
  return isOutside(entry) ? <Globe aria-hidden /> : <Folder aria-hidden />;
}

function What({ entry }: { entry: QueueEntry }) {
  const look =
    'col-span-2 col-start-2 flex min-w-0 items-center gap-1.5 text-ink [&_svg]:size-3.5 [&_svg]:shrink-0';
  if (entry.type !== 'failed')
    return (
      <span className={`${look} [&_svg]:text-tertiary`}>
        <WhatIcon what={entry.type === 'group' ? 'permission' : entry.call.what} />
        <span className="cut-off">
          <VisibleText
            text={
              entry.type === 'group'
                ? `Want to run the same command: ${inOneLine(entry.subject.line)}`
                : waitingWhat(entry.call)
            }
            layout="line"
          />
        </span>
      </span>
    );
  const { turn } = entry.chat;
  return (
    <span className={look}>
      <TriangleAlert aria-hidden className="text-danger" />
      <span className="cut-off">
        <span className="text-danger">Failed: </span>
        <VisibleText text={turn.status === 'failed' ? turn.problem.what : ''} layout="line" />
      </span>
    </span>
  );
}

function WhatIcon({ what }: Pick<WaitingCall, 'what'>) {
  switch (what) {
    case 'question':
      return <MessageCircleQuestionMark aria-hidden />;
    case 'edit':
      return <FileDiff aria-hidden />;
    case 'plan':
      return <ListChecks aria-hidden />;
    case 'custom':
      return <PackageCheck aria-hidden />;
    case 'permission':
      return <SquareTerminal aria-hidden />;
    case 'form':
      return <ClipboardList aria-hidden />;
    case 'link':
      return <ExternalLink aria-hidden />;
  }
}

function Nothing({ Heading }: { Heading: 'h1' | 'h2' }) {
  const { view, requestCaret } = useParley();
  return (
    <div className="m-auto flex flex-col items-center gap-4 px-8 py-20 text-center">
      <Heading className="text-title font-semibold">Nothing needs you</Heading>
      <p className="max-w-100 text-secondary">
        What agents ask or want to do comes here, and chats that a failure stopped.
      </p>
      <Button
        data-first-focus
        onClick={() => {
          closePage(view);
          requestCaret();
        }}
      >
        Back to chat
      </Button>
    </div>
  );
}

const keys = [
  { caps: ['J', 'K'], what: 'Next, previous' },
  { caps: ['Enter'], what: 'Open chat' },
];

function Keys() {
  return (
    <ul
      aria-label="Keys"
      className="flex h-11 shrink-0 items-center gap-4 border-t border-hairline px-5 text-small text-secondary pointer-coarse:hidden"
    >
      {keys.map(({ caps, what }) => (
        <li key={what} className="flex items-center gap-1">
          {caps.map((cap) => (
            <KeyCap key={cap}>{cap}</KeyCap>
          ))}
          {what}
        </li>
      ))}
    </ul>
  );
}
