import { useState } from 'react';
import type { AppState } from '../../shared/contract/app-state.ts';
import type { DialectId } from '../../shared/dialects/registry.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

type DialectFieldProps = {
  dialects: AppState['dialects'];
  /** The one that is fixed, or null where the agent decides. */
  dialect: DialectId | null;
  /** Resolves to whether it was done. */
  onChoose(dialect: DialectId | null): Promise<boolean>;
};

/**
 * Chooses by which tool the agent of a chat asks; it counts from the next request. A choice shows at
 * once, so that arrow keys can follow one another faster than it is stored.
 */
export function DialectField({ dialects, dialect, onChoose }: DialectFieldProps) {
  const [wish, setWish] = useState<{ dialect: DialectId | null } | null>(null);

  async function choose(chosen: DialectId | null): Promise<void> {
    const own = { dialect: chosen };
    setWish(own);
    if (!(await onChoose(chosen))) setWish((latest) => (latest === own ? null : latest));
  }

  return (
    <Field label="Asks by">
      {(id) => (
        <Select
          id={id}
          value={(wish ?? { dialect }).dialect ?? ''}
          onChange={({ target }) =>
            void choose(dialects.find((known) => known.id === target.value)?.id ?? null)
          }
        >
          <option value="">What fits the agent</option>
          {dialects.map(({ id: value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
