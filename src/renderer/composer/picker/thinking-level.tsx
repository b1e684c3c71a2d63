import { useState } from 'react';
import type { Thinking, Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley } from '../../parley-context.tsx';
import { Segmented } from '../../ui/segmented.tsx';

const levels = [
  { value: 'off', label: 'Off' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
] as const;

/**
 * Chooses how much the model thinks before it answers; it counts from the next request. A choice shows at
 * once, so that arrow keys can follow one another faster than it is stored.
 */
export function ThinkingLevel({ workspace: { id, thinking } }: { workspace: Workspace }) {
  const { setThinking } = useParley();
  const [wish, setWish] = useState<{ level: Thinking } | null>(null);

  async function choose(level: Thinking): Promise<void> {
    const own = { level };
    setWish(own);
    if (!(await setThinking(id, level))) setWish((latest) => (latest === own ? null : latest));
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-hairline py-1.5 ps-3 pe-1.5 text-second text-secondary">
      <span aria-hidden>Thinking</span>
      <Segmented
        label="Thinking"
        choices={levels}
        value={wish?.level ?? thinking}
        onChoose={(level) => void choose(level)}
      />
    </div>
  );
}
