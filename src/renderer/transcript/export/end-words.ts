import type { Permission } from '../../../shared/permissions/permission.ts';
import { wishWords } from '../../../shared/permissions/wish-words.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import { previewKinds } from '../../../shared/previews/preview-kind.ts';
import type { CommandRun } from '../../../shared/transcript/command-run.ts';

// Shorter than the cards' texts, which would otherwise have to be loaded with the page.

export function permissionTitle({ asker, subject }: Permission): string {
  return `${asker} ${wishWords(subject.type, subject.type === 'edit' ? subject.files.length : 1)}`;
}

export function permissionEnd({ settlement }: Permission): string {
  if (settlement === null) return 'Needs you';
  const { verdict, rule } = settlement;
  switch (verdict.type) {
    case 'allowed':
      if (verdict.by.type === 'rule') return 'Allowed by a rule';
      return rule === undefined ? 'Allowed once' : 'Always allowed';
    case 'denied':
      if (verdict.by.type === 'rule') return 'Denied by a rule';
      return verdict.reason === undefined ? 'Denied' : `Denied: ${verdict.reason}`;
    case 'replied-in-chat':
      return 'Answered in chat';
    case 'interrupted':
      return 'Cancelled';
    case 'nobody':
      return 'Nobody could be asked';
    case 'cut-off':
      return 'Cut off';
  }
}

export function previewEnd({ state, preview }: PendingAction): string {
  if (state.type !== 'ended') return state.type === 'open' ? 'Needs you' : 'Decided';
  switch (state.ending.type) {
    case 'applied':
      if (state.ending.undone) return 'Undone';
      return previewKinds[preview.type].appliedWord;
    case 'discarded':
      return 'Discarded';
    case 'refined':
      return 'Sent back';
    case 'superseded':
      return 'Replaced';
  }
}

export function commandEnd({ ending }: CommandRun): string {
  switch (ending?.type) {
    case undefined:
      return 'running';
    case 'exited':
      return `exit code ${ending.code}`;
    case 'signalled':
      return `ended by ${ending.signal}`;
    case 'timed-out':
      return 'timed out';
    case 'stopped':
      return 'stopped';
    case 'cut-off':
      return 'cut off';
    case 'not-started':
      return 'not started';
  }
}
