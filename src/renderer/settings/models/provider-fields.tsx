import { type ReactNode, useId } from 'react';
import type { ProviderInfo } from '../../../shared/providers/provider.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';

type FieldProps = { provider: ProviderInfo; value: string; onType(value: string): void };

/** The key of a provider, which is shown to nobody again. */
export function KeyField({ provider: { key, id, needsKey }, value, onType }: FieldProps) {
  const fieldId = useId();
  if (key.source === 'environment') return <FromEnvironment name="Key" variable={key.variable} />;
  const stored = key.source === 'stored';
  return (
    <FormLine name="Key" htmlFor={fieldId}>
      {/* Tells password managers whose key this is. */}
      <input hidden readOnly autoComplete="username" value={id} />
      <TextInput
        id={fieldId}
        mono
        type="password"
        name={`${id}-key`}
        autoComplete="new-password"
        className="flex-1 basis-48"
        value={value}
        placeholder={stored ? '••••••••••••••••' : needsKey === 'optional' ? 'If it needs one' : ''}
        onChange={(event) => onType(event.target.value)}
      />
      <Button type="submit" disabled={value.trim() === ''} className="min-w-24 max-sm:ms-21">
        {stored ? 'Replace' : 'Add key'}
      </Button>
    </FormLine>
  );
}

/** The address of a provider, stored when it is left. */
export function AddressField({
  provider: { address },
  value,
  onType,
  onLeave,
}: FieldProps & { onLeave(): void }) {
  const fieldId = useId();
  if (address.source === 'environment')
    return <FromEnvironment name="Address" value={address.value} variable={address.variable} />;
  return (
    <FormLine name="Address" htmlFor={fieldId}>
      <TextInput
        id={fieldId}
        mono
        inputMode="url"
        className="flex-1 basis-48"
        value={value}
        placeholder={address.usual || 'http://127.0.0.1:1234/v1'}
        onChange={(event) => onType(event.target.value)}
        onBlur={onLeave}
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && onLeave()}
      />
      <span className="min-w-24 max-sm:hidden" />
    </FormLine>
  );
}

/** A line of the form: a name of 72 px, and what stands beside it. */
export function FormLine({
  name,
  htmlFor,
  children,
}: {
  name?: string;
  htmlFor?: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {name !== undefined && (
        <label htmlFor={htmlFor} className="w-18 shrink-0 text-second text-secondary">
          {name}
        </label>
      )}
      {children}
    </div>
  );
}

type FromEnvironmentProps = { name: string; value?: string; variable: string | null };

function FromEnvironment({ name, value, variable }: FromEnvironmentProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 text-second text-secondary">
      <span className="w-18 shrink-0">{name}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        {value !== undefined && <code className="block font-mono text-code text-ink">{value}</code>}
        {`Set by ${variable ?? 'the environment'}, which wins over what is stored here.`}
      </span>
    </div>
  );
}
