import type { LineEffect, PermissionSubject } from './permission.ts';

/** How much a permission may do: nothing that matters, reach out or what nobody can see through, or destroy. */
export type PermissionWeight = 'harmless' | 'reaches' | 'destroys';

/** Returns the weight of what somebody wants to do. What is not known never looks harmless. */
export function permissionWeight(subject: PermissionSubject): PermissionWeight {
  switch (subject.type) {
    case 'command': {
      const weights = (subject.effects ?? []).map((effect) => effectWeight(effect));
      if (weights.includes('destroys')) return 'destroys';
      const runsFreely = !subject.confined && (subject.effects ?? []).some(({ effect }) => effect === 'runs');
      return weights.length === 0 || weights.includes('reaches') || runsFreely ? 'reaches' : 'harmless';
    }
    case 'edit':
      return 'harmless';
    case 'mcp':
    case 'fetch':
    case 'read':
    case 'other':
    case 'missing':
      return 'reaches';
  }
}

/** Returns the weight of one effect of a command, as if it were confined. */
export function effectWeight({ effect }: Pick<LineEffect, 'effect'>): PermissionWeight {
  switch (effect) {
    case 'deletes':
    case 'rewrites':
      return 'destroys';
    case 'sends':
    case 'installs':
    case 'unknown':
      return 'reaches';
    case 'runs':
    case 'writes':
    case 'reads':
      return 'harmless';
  }
}
