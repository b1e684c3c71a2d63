import { Suspense } from 'react';
import { useView } from './parley-context.tsx';
import { AfterDelay } from './ui/after-delay.tsx';
import { lazyCard } from './ui/lazy-part.ts';

const SettingsPage = lazyCard(async () => (await import('./settings/settings-page.tsx')).SettingsPage);
const DecisionsPage = lazyCard(async () => (await import('./ledger/decisions-page.tsx')).DecisionsPage);

export function OpenSettings() {
  const page = useView((view) => view.page);
  if (page?.name !== 'settings') return null;
  return (
    <Suspense fallback={<Loading />}>
      <SettingsPage part={page.part} setting={page.setting} />
    </Suspense>
  );
}

export function OpenDecisions() {
  const isOpen = useView((view) => view.page?.name === 'decisions');
  if (!isOpen) return null;
  return (
    <Suspense fallback={<Loading />}>
      <DecisionsPage />
    </Suspense>
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
