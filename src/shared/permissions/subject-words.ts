import { inOneLine } from '../blank-runs.ts';
import type { UnconfinedReason } from './unconfined-reason.ts';
import type { ConfinementRefusal, PermissionSubject } from './permission.ts';

/** Names a subject in one line, as it was given: hidden characters are the reader's to make visible. */
export function subjectName(subject: PermissionSubject): string {
  switch (subject.type) {
    case 'command':
      return inOneLine(subject.line);
    case 'edit':
      return subject.files.length === 1 ? (subject.files[0]?.path ?? '') : `${subject.files.length} files`;
    case 'mcp':
      return `${subject.tool} of ${subject.server}`;
    case 'fetch':
      return subject.url;
    case 'read':
      return subject.path;
    case 'other':
      return inOneLine(subject.title);
    case 'missing':
      return 'not said for what';
  }
}

/** Returns all the words of a subject that a person reads on its card. */
export function subjectText(subject: PermissionSubject): string {
  switch (subject.type) {
    case 'command':
      return withMore(subject.line, subject.more);
    case 'edit':
      return subject.files.map(({ path }) => path).join('\n');
    case 'mcp':
      return `${subjectName(subject)}\n${JSON.stringify(subject.input, null, 2)}`;
    case 'other':
      return `${subject.title}\n${subject.text}`;
    case 'fetch':
      return withMore(subject.url, subject.more);
    case 'read':
    case 'missing':
      return subjectName(subject);
  }
}

function withMore(text: string, more: Record<string, unknown> | undefined): string {
  return more === undefined ? text : `${text}\n${JSON.stringify(more, null, 2)}`;
}

/** Says what confinement kept a command from: `reaching example.com, writing outside the folder`. */
export function refusalWords({ hosts, network, files }: ConfinementRefusal): string {
  return [
    ...(hosts.length > 0 ? [`reaching ${hosts.join(', ')}`] : network ? ['reaching the network'] : []),
    ...(files ? ['writing outside the folder or to git’s files'] : []),
  ].join(' and ');
}

/** Says to a person why a command is not confined, in a sentence. */
export function unconfinedWords(reason: UnconfinedReason): string {
  switch (reason.type) {
    case 'git':
      return 'It changes git’s own files, which a confined command can’t.';
    case 'settings':
      return 'This folder is your home, or holds settings that decide what programs run.';
    case 'missing':
      return `Commands can be confined once ${reason.programs.join(' and ')} ${reason.programs.length === 1 ? 'is' : 'are'} installed${reason.install === null ? '' : `: ${reason.install}`}.`;
    case 'not-allowed':
      return 'Commands can’t be confined: this system refuses the namespaces that bubblewrap needs.';
    case 'no-means':
      return 'Commands can’t be confined on this system.';
  }
}
