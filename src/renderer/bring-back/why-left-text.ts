import { visibleText } from '../../shared/hidden-characters.ts';
import type { WhyLeft } from '../../shared/worktrees/worktree-offer.ts';

/** How many repositories are named. */
const mostNamed = 3;

/** Says why a worktree stays on the disk, after "since". */
export function whyLeftText(why: WhyLeft): string {
  switch (why.type) {
    case 'repositories': {
      const named = visibleText(why.paths.slice(0, mostNamed).join(', '), 'line');
      const more = why.paths.length > mostNamed ? ` and ${why.paths.length - mostNamed} more` : '';
      return `it contains other git repositories: ${named}${more}`;
    }
    case 'elsewhere':
      return 'it is not in the folder where Parley makes worktrees';
    case 'unreadable':
      return 'git can’t read it, or it belongs to another repository now';
  }
}
