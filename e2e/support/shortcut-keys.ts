import { type CommandId, keysOf } from '../../src/shared/commands/command.ts';
import type { HostName } from './hosts.ts';

/** The keys of a command on a host, in Playwright's spelling. */
export function shortcutKeys(host: HostName, id: CommandId): string {
  const keys = keysOf(id, host === 'browser' ? 'browser' : 'desktop');
  if (keys === undefined) throw new Error(`${id} has no keys on the host ${host}`);
  return keys.replace('Mod', 'ControlOrMeta');
}
