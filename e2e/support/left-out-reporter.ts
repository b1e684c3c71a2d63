import type { Reporter } from '@playwright/test/reporter';
import { hosts } from './hosts.ts';

/** Names the hosts that were not driven, so that a passing run says what it leaves open. */
export default class LeftOutReporter implements Reporter {
  onEnd(): void {
    for (const { host, reason } of hosts) {
      if (reason !== null) process.stdout.write(`Left out: ${host}, because ${reason}.\n`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
