import type { Permission } from '../../../shared/permissions/permission.ts';
import { confinementText } from '../../../shared/permissions/confinement-text.ts';
import { readEncodings } from '../../../shared/transcript/output-encoding.ts';
import type { CommandEnding, CommandRun } from '../../../shared/transcript/command-run.ts';

/** Returns how a command ended, in a few words. */
export function endingText(ending: CommandEnding, { seconds }: Pick<CommandRun, 'seconds'>): string {
  switch (ending.type) {
    case 'exited':
      return `Exit code ${ending.code}`;
    case 'signalled':
      return `Ended by ${ending.signal}`;
    case 'timed-out':
      return `Stopped after ${duration((seconds ?? 0) * 1_000)}, its time limit`;
    case 'stopped':
      return 'Stopped';
    case 'cut-off':
      return 'Ended with Parley';
    case 'not-started':
      return 'Could not be started';
  }
}

export function hasFailed(ending: CommandEnding): boolean {
  switch (ending.type) {
    case 'exited':
      return ending.code !== 0;
    case 'stopped':
      return false;
    case 'signalled':
    case 'timed-out':
    case 'cut-off':
    case 'not-started':
      return true;
  }
}

/** Returns a time in milliseconds in words: "3.1 s", "18 s", "2 min 5 s". */
export function duration(milliseconds: number): string {
  return milliseconds < 9_950 ? `${(milliseconds / 1_000).toFixed(1)} s` : inSeconds(milliseconds);
}

/** The same in whole seconds, for a time that is still counting. */
export function inSeconds(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** Returns how long a command ran; null where it never did, or where its ending says it. */
export function ranFor({ startedAt, ending }: CommandRun): string | null {
  switch (ending?.type) {
    case undefined:
    case 'not-started':
    case 'cut-off':
    case 'timed-out':
      return null;
    case 'exited':
    case 'signalled':
    case 'stopped':
      return duration(Math.max(0, ending.at - startedAt));
  }
}

export function commandNotes({
  ending,
  leftProcesses,
  staled,
  background,
  refused,
  unasked,
  encodings = [],
}: CommandRun): string[] {
  const { unseen = [], made = [] } = unasked ?? {};
  const { readAs, hasBinary } = readEncodings(encodings);
  return [
    ...(readAs === null ? [] : [`Not UTF-8: read as ${readAs}`]),
    ...(hasBinary ? ['Not all of it is text'] : []),
    ...(refused === undefined ? [] : [`Confinement kept it from ${confinementText(refused)}`]),
    ...(made.length > 0 ? [`New protected files: ${made.join(', ')}`] : []),
    ...(unseen.length > 0 && ending !== null && hasFailed(ending)
      ? [`It could not read ${unseen.join(', ')}`]
      : []),
    ...(ending?.type === 'not-started' ? [ending.problem] : []),
    ...(leftProcesses ? ['It left processes running, which Parley ended'] : []),
    ...(staled.length > 0 ? [`Changed ${staled.join(', ')}, so look at its preview again`] : []),
    ...(background && ending === null ? ['Runs in the background until it is stopped'] : []),
  ];
}

/** Says whether a command runs confined. */
export function confinedText({ confinement, hosts }: Pick<CommandRun, 'confinement' | 'hosts'>): string {
  switch (confinement) {
    case 'confined':
      return hosts === undefined
        ? 'Confined to the folder'
        : `Confined to the folder and ${hosts.join(', ')}`;
    case 'unconfined':
      return 'No sandbox: it could do anything you can';
  }
}

/**
 * How a command was allowed: by the person, who may have changed it, by a rule of theirs, since it only reads, or since
 * the person chose not to be asked about confined ones in its folder.
 */
export type AllowedBy = 'once' | 'changed' | 'noted' | 'always' | Unasked;

type Unasked = 'rule' | 'reads-only' | 'confined';

/** Returns how a command was allowed; null if nobody was asked. */
export function allowedBy({ permission }: { permission?: Permission | undefined }): AllowedBy | null {
  const { outcome, rule } = permission?.settlement ?? {};
  if (outcome?.type !== 'allowed') return null;
  if (outcome.by.type !== 'person') return outcome.by.type;
  if (outcome.line !== undefined) return 'changed';
  if (outcome.note !== undefined) return 'noted';
  return rule === undefined ? 'once' : 'always';
}

export const allowedText: Record<AllowedBy, string> = {
  once: 'Allowed once',
  changed: 'Allowed with your change',
  noted: 'Allowed with a note',
  always: 'Always allowed',
  rule: 'Allowed by your rule',
  'reads-only': 'Only reads',
  confined: 'Confined, by your choice',
};

/** True for a command that nobody was asked about. */
export function isUnasked(allowed: AllowedBy | null): allowed is Unasked {
  return allowed === 'rule' || allowed === 'reads-only' || allowed === 'confined';
}
