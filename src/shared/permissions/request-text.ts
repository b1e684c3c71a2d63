import { folderName } from '../files/folder-name.ts';
import type { PermissionSubjectType } from './permission.ts';

/** Says what somebody wants to do, after their name: `wants to run a command`. */
export function wishText(type: PermissionSubjectType, count = 1): string {
  switch (type) {
    case 'command':
      return count === 1 ? 'wants to run a command' : `wants to run ${count} commands`;
    case 'edit':
      return count === 1 ? 'wants to change a file' : `wants to change ${count} files`;
    case 'mcp':
      return 'wants to use a tool';
    case 'fetch':
      return 'wants to open an address';
    case 'read':
      return 'wants to read a file that may hold secrets';
    case 'other':
      return 'asks for permission';
    case 'missing':
      return 'asks for permission without saying for what';
  }
}

/** Says what several chats want to do alike: `3 chats want to run the same command`. */
export function sameWishText(chats: number, commands = 1): string {
  return `${chats} chats want to run the same ${commands === 1 ? 'command' : `${commands} commands`}`;
}

/** Says why a command ran without a card, after the command. `folder` is the chat's, by its path or its name. */
export function unaskedText(by: 'rule' | 'reads-only' | 'confined', folder: string): string {
  switch (by) {
    case 'rule':
      return ', allowed by your rule';
    case 'reads-only':
      return ', which only reads';
    case 'confined':
      return `, confined in ${folderName(folder)}`;
  }
}
