import type { Allowed, Refused } from './permission-verdict.ts';

/** Beginning of the result of a call that the person denied; their reason may follow. */
export const deniedText = 'The user denied this.';

/** The result of a call whose person sent a chat message instead of an answer. */
export const nothingRunText = 'User responded in chat; nothing was run';

/** Returns the text of the failed result that a model reads where its call was not allowed. */
export function permissionRefusalText(verdict: Refused): string {
  switch (verdict.type) {
    case 'denied':
      return verdict.reason === undefined ? deniedText : `${deniedText} Reason: ${verdict.reason}`;
    case 'replied-in-chat':
      return nothingRunText;
    case 'interrupted':
      return 'Interrupted';
    case 'nobody':
      return 'This needs a permission, and nobody can be asked.';
    case 'cut-off':
      return 'This was begun, and Parley ended before it was done. How far it came is unknown, so it was not begun again. Look before you try again.';
  }
}

/** Returns the result of an allowed call with what the model must know of the permission before it. */
export function withChangedLine({ line }: Pick<Allowed, 'line'>, result: string): string {
  return line === undefined ? result : `The user changed the command to: ${line}\n${result}`;
}
