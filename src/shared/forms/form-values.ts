import type { WebAddress } from '../mcp-servers/web-address.ts';
import type { FormSubject, FormValue } from './form.ts';

/** The whole address of a link, as it is encoded. */
export function linkAddress({ before, host, after }: WebAddress): string {
  return `${before}${host}${after}`;
}

/** The values of fields as a person reads them: options by their labels. */
export function valuesIn(
  { fields }: Extract<FormSubject, { type: 'fields' }>,
  values: readonly FormValue[],
): { id: string; title: string; text: string }[] {
  return fields.flatMap((field) => {
    const found = values.find(({ id }) => id === field.id);
    if (found === undefined) return [];
    const { value } = found;
    const options = 'options' in field ? field.options : [];
    const label = (one: string) => options.find((option) => option.value === one)?.label ?? one;
    const text = Array.isArray(value)
      ? value.map(label).join(', ')
      : typeof value === 'boolean'
        ? value
          ? 'Yes'
          : 'No'
        : label(String(value));
    return [{ id: field.id, title: field.title, text }];
  });
}
