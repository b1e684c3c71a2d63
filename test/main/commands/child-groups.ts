import { readdirSync, readFileSync } from 'node:fs';

/** The processes that another one started at the head of groups of their own. */
export function childGroups(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [, ppid, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(ppid) === parent && group === name ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
