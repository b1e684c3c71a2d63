import { useParley, useParleyState } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { Licences } from './licences.tsx';

const hosts = { desktop: 'Desktop window', browser: 'Browser' } as const;

/** What this Parley is: its version, what it runs on, where it keeps things. */
export function AboutDialog() {
  const { view } = useParley();
  const about = useParleyState(({ app }) => app?.about);
  if (about === undefined) return null;
  const facts = [
    ['Version', about.version],
    ['Runs as', hosts[about.host]],
    ['Built on', about.runtime.map(({ name, version }) => `${name} ${version}`).join(', ')],
    ['Your data is in', about.dataDir],
  ] as const;
  return (
    <Dialog title="About Parley" onClose={() => closeDialog(view, 'about')}>
      <p className="mb-4 text-secondary">A desktop companion for agents that ask before they act.</p>
      <Facts facts={facts} className="gap-y-2" />
      <Licences />
    </Dialog>
  );
}
