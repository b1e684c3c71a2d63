import { Check, Folder, GitBranch } from 'lucide-react';
import { useRef } from 'react';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley } from '../../parley-context.tsx';
import { setChatLine } from '../../state/parley-store.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';

const choices = [
  {
    value: 'folder',
    label: 'In the folder',
    icon: <Folder aria-hidden />,
    hint: 'Works on the files of the folder itself',
  },
  {
    value: 'worktree',
    label: 'In its own worktree',
    icon: <GitBranch aria-hidden />,
    hint: 'Works on a branch in a folder of its own, made with the first message',
  },
] as const;

type Where = (typeof choices)[number]['value'];

/** Where a new chat is to work, and how that is chosen: where it can have no worktree, a line says why. */
function useWhereItWorks({ id, worktree }: Workspace) {
  const { companion, store, chooseWorktree } = useParley();
  const last = useRef<Where>(null);
  const start = worktree?.state === 'unwanted' ? worktree.start : null;
  async function chooseOwn(): Promise<void> {
    // At once, for a message may be sent before the answer.
    chooseWorktree(id, { own: true, changes: true, copies: null, ...(start && { start }) });
    // Without an answer the choice stands; the first message says what is in the way.
    const why = await import('./where-it-works.tsx')
      .then(({ whyNoWorktree }) => whyNoWorktree(companion.client, id))
      .catch(() => null);
    // The other one was chosen meanwhile.
    if (last.current !== 'worktree' || why === null) return;
    chooseWorktree(id, { own: false });
    setChatLine(store, id, why);
  }
  return {
    value: worktree?.state === 'wanted' ? ('worktree' as const) : ('folder' as const),
    onChoose(chosen: Where) {
      last.current = chosen;
      if (chosen === 'folder') return chooseWorktree(id, { own: false });
      void chooseOwn();
    },
  };
}

/** Whether a new chat works in its folder or in a worktree of its own. */
export function WhereItWorks({ workspace }: { workspace: Workspace }) {
  return <Segmented label="Where it works" choices={choices} {...useWhereItWorks(workspace)} />;
}

/** The same as items of a menu. */
export function WhereItWorksItems({ workspace }: { workspace: Workspace }) {
  const { value: now, onChoose } = useWhereItWorks(workspace);
  return choices.map(({ value, label }) => (
    <MenuItem
      key={value}
      icon={<Check aria-hidden className={value === now ? '' : 'invisible'} />}
      onChoose={() => onChoose(value)}
    >
      {label}
      {value === now && <span className="sr-only"> (chosen)</span>}
    </MenuItem>
  ));
}
