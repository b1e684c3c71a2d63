import { useId, useState } from 'react';
import type { DialectId } from '../../../shared/dialects/registry.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { Select } from '../../ui/select.tsx';

/**
 * Chooses by which tool the agent of a chat asks; it counts from the next request. A choice shows at
 * once, so that arrow keys can follow one another faster than it is stored.
 */
export function QuestionFormat({ workspace: { id, dialect } }: { workspace: Workspace }) {
  const { setDialect } = useParley();
  const dialects = useParleyState(({ app }) => app?.dialects) ?? [];
  const [wish, setWish] = useState<{ dialect: DialectId | null } | null>(null);
  const fieldId = useId();

  async function choose(chosen: DialectId | null): Promise<void> {
    const own = { dialect: chosen };
    setWish(own);
    if (!(await setDialect(id, chosen))) setWish((latest) => (latest === own ? null : latest));
  }

  return (
    <div className="flex min-w-40 flex-1 items-center gap-2 text-second text-secondary">
      <label htmlFor={fieldId} className="shrink-0">
        Question format
      </label>
      <Select
        id={fieldId}
        className="min-w-0 flex-1"
        value={(wish ?? { dialect }).dialect ?? ''}
        onChange={({ target }) =>
          void choose(dialects.find((known) => known.id === target.value)?.id ?? null)
        }
      >
        <option value="">Automatic</option>
        {dialects.map(({ id: value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </Select>
    </div>
  );
}
