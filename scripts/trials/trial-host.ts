import { HostProcess, type HostProcessOptions } from '../../e2e/support/host-process.ts';
import { hosts } from '../../e2e/support/hosts.ts';
import { DesktopProcess } from './desktop-process.ts';

export const trialHosts = ['browser', 'electron'] as const;
export type TrialHostName = (typeof trialHosts)[number];

/** The process of a host that is started and ended again on the same data; windows call its address. */
export type TrialHost = Pick<HostProcess, 'address' | 'pid' | 'complaints' | 'start' | 'end'>;

/** Returns the reason for which a host cannot be tried here; null where it can. */
export function whyNot(host: TrialHostName): string | null {
  if (host === 'browser') return null;
  return hosts.find((known) => known.host === 'electron-standin')?.reason ?? null;
}

export function trialHost(name: TrialHostName, options: HostProcessOptions): TrialHost {
  switch (name) {
    case 'browser':
      return new HostProcess(options);
    case 'electron':
      return new DesktopProcess(options);
  }
}
