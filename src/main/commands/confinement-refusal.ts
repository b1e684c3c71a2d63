import type { SandboxManager } from '@anthropic-ai/sandbox-runtime';
import type { ConfinementRefusal } from '../../shared/permissions/permission.ts';
import type { CommandEnding } from '../../shared/transcript/command-run.ts';
import type { KeptOutput } from './kept-lines.ts';

/** The ways a program says that it may not write somewhere; on macOS that is how it says many a thing. */
const noWriting =
  process.platform === 'darwin' ? /operation not permitted|EPERM/i : /read-only file system|EROFS/i;

/** The ways a program says that there is no network, which asked nobody for it by name. */
const noNetwork =
  /EAI_AGAIN|ENETUNREACH|network is unreachable|(?:could not|unable to) resolve host|temporary failure in name resolution|name or service not known/i;

/** The lines at either end of an output in which a refusal is looked for. */
const looked = 400;

/** Returns what was refused to a command, by the hosts that it did not get and the words of its output. */
export function refusalOf(
  hosts: string[],
  ending: CommandEnding,
  { head, tail }: KeptOutput,
): ConfinementRefusal | undefined {
  const failed = ending.type !== 'exited' || ending.code !== 0;
  const lines = failed
    ? [...head.slice(0, looked), ...head.slice(looked).slice(-looked), ...tail.slice(-looked)]
    : [];
  const says = (words: RegExp) => lines.some(({ text }) => words.test(text));
  const network = hosts.length > 0 || says(noNetwork);
  const files = says(noWriting);
  return network || files ? { hosts, network, files } : undefined;
}

/** Returns the hosts that a command asked for and did not get, once each. */
export function deniedHosts(sandbox: typeof SandboxManager, id: string): string[] {
  const lines = sandbox.getSandboxViolationStore().getViolationsForCommand(id);
  const hosts = lines.flatMap(({ line }) => /^deny network-outbound (.+?):\d+(?: |$)/.exec(line)?.[1] ?? []);
  return [...new Set(hosts)].slice(0, 20);
}
