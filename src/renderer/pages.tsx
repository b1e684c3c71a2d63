import { useView } from './parley-context.tsx';
import { twoColumns } from './state/queue.ts';
import { AfterDelay } from './ui/after-delay.tsx';
import { lazyCard } from './ui/lazy-part.ts';
import { useMedia } from './use-media.ts';
import { PartBoundary } from './ui/part-boundary.tsx';

const SettingsPage = lazyCard(async () => (await import('./settings/settings-page.tsx')).SettingsPage);
const DecisionsPage = lazyCard(async () => (await import('./ledger/decisions-page.tsx')).DecisionsPage);

const QueueColumn = lazyCard(async () => (await import('./queue/queue-list.tsx')).QueueColumn);
const QueueGroup = lazyCard(async () => (await import('./queue/queue-group.tsx')).QueueGroup);
const QueueCover = lazyCard(async () => (await import('./queue/queue-list.tsx')).QueueCover);

export function OpenSettings() {
  const page = useView((view) => view.page);
  if (page?.name !== 'settings') return null;
  return (
    <PartBoundary fallback={<Loading />}>
      <SettingsPage part={page.part} setting={page.setting} />
    </PartBoundary>
  );
}

export function OpenDecisions() {
  const isOpen = useView((view) => view.page?.name === 'decisions');
  if (!isOpen) return null;
  return (
    <PartBoundary fallback={<Loading />}>
      <DecisionsPage />
    </PartBoundary>
  );
}

/** Needs you over the chat, where nothing is selected in it. */
export function OpenQueue() {
  const isOpen = useView(({ page }) => page?.name === 'queue' && page.at === null);
  if (!isOpen) return null;
  return (
    <PartBoundary fallback={<Loading />}>
      <QueueCover />
    </PartBoundary>
  );
}

/** The card of several chats that ask for the same, over the chat. */
export function OpenQueueGroup() {
  const isOpen = useView(({ page }) => page?.name === 'queue' && page.at?.type === 'group');
  if (!isOpen) return null;
  return (
    <PartBoundary fallback={<Loading />}>
      <QueueGroup />
    </PartBoundary>
  );
}

/** Needs you beside the chat of its selected entry, unless something long is read in the pane. */
export function QueueBeside() {
  const isOpen = useView(({ page, pane }) => page?.name === 'queue' && page.at !== null && pane === null);
  const wide = useMedia(twoColumns);
  if (!isOpen || !wide) return null;
  return (
    <PartBoundary fallback={<Loading />}>
      <QueueColumn />
    </PartBoundary>
  );
}

function Loading() {
  return (
    <AfterDelay>
      <p role="status" className="sr-only">
        Loading
      </p>
    </AfterDelay>
  );
}
