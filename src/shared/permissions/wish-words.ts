import type { PermissionSubjectType } from './permission.ts';

/** Says what somebody wants to do, after their name: `wants to run a command`. */
export function wishWords(type: PermissionSubjectType, files = 1): string {
  switch (type) {
    case 'command':
      return 'wants to run a command';
    case 'edit':
      return files === 1 ? 'wants to change a file' : `wants to change ${files} files`;
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
