import type { AppState } from '../../shared/contract/app-state.ts';
import type { DialectId } from '../../shared/dialects/registry.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

type DialectFieldProps = {
  dialects: AppState['dialects'];
  /** The one that is fixed, or null where the agent decides. */
  dialect: DialectId | null;
  onChoose(dialect: DialectId | null): void;
};

/** Chooses by which tool the agent of a chat asks; it counts from the next request. */
export function DialectField({ dialects, dialect, onChoose }: DialectFieldProps) {
  return (
    <Field label="Asks by">
      {(id) => (
        <Select
          id={id}
          value={dialect ?? ''}
          onChange={({ target }) => onChoose(dialects.find((known) => known.id === target.value)?.id ?? null)}
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
