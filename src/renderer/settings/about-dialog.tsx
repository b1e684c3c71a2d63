import { useParley, useParleyState } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Facts } from '../ui/facts.tsx';

/** Filled in by the build: what the app is made of. See scripts/licences.ts. */
declare const licencesAtBuild: readonly { name: string; version: string; licence: string }[];

/** Under which terms Parley and what it is made of can be used. */
function Licences() {
  return (
    <section className="mt-5 border-t border-hairline pt-4">
      <h3 className="mb-1 font-semibold">Licences</h3>
      <p className="text-secondary">Parley is free software under the MIT licence.</p>
      <details className="mt-2">
        <summary className="hit rounded-control py-1">What it is made of</summary>
        <ul className="mt-1 max-h-60 overflow-y-auto text-second" tabIndex={0} aria-label="Licences">
          {licencesAtBuild.map(({ name, version, licence }) => (
            <li key={name} className="flex justify-between gap-3 py-0.5">
              <span className="min-w-0 wrap-anywhere">
                {name} <span className="text-secondary tabular-nums">{version}</span>
              </span>
              <span className="shrink-0 text-secondary">{licence}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

const hosts = { desktop: 'Desktop window', browser: 'Browser' } as const;

/** Shows this Parley's version, its runtime and its folders. */
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
