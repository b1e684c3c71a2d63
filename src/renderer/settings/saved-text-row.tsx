import { type KeyboardEvent, useId, useState } from 'react';
import { TextInput } from '../ui/text-input.tsx';
import { SettingRow, useSaving } from './setting-row.tsx';
import type { SettingTexts } from './setting.ts';

type SavedTextProps = SettingTexts & {
  value: string;
  placeholder: string;
  numeric?: boolean;
  /** Stores the text; resolves to a problem for the person, or to null. */
  onSave(text: string): Promise<string | null>;
};

/** A setting that is a short text, stored on Enter and on blur. */
export function SavedTextRow({ name, about, value, placeholder, numeric = false, onSave }: SavedTextProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const { problem, setProblem, save } = useSaving();

  async function commit(): Promise<void> {
    if (typed === null || typed === value) return setTyped(null);
    if ((await save(onSave(typed))) === null) setTyped((latest) => (latest === typed ? null : latest));
  }

  function onKeyDown({ key, nativeEvent }: KeyboardEvent): void {
    if (key === 'Enter' && !nativeEvent.isComposing) void commit();
  }

  const described = [problem === null ? '' : `${id}-problem`, about === undefined ? '' : `${id}-about`];
  return (
    <SettingRow
      {...{ name, about, problem }}
      htmlFor={id}
      aboutId={`${id}-about`}
      problemId={`${id}-problem`}
    >
      <TextInput
        id={id}
        mono={!numeric}
        inputMode={numeric ? 'numeric' : undefined}
        className={`max-w-full ${numeric ? 'w-28!' : 'w-56!'}`}
        placeholder={placeholder}
        value={typed ?? value}
        aria-invalid={problem !== null || undefined}
        aria-describedby={described.join(' ').trim() || undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          setProblem(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void commit()}
      />
    </SettingRow>
  );
}
