import { type KeyboardEvent, useState } from 'react';
import { ListOption } from '../ui/list-option.tsx';
import { nothingOffered, stepped, tabbed, useFolderCompletion } from './folder-completion.ts';

type FolderFieldProps = {
  id: string;
  value: string;
  invalid: boolean;
  describedBy: string | undefined;
  onChange(folder: string): void;
};

/** A field for a path that offers the folders it can go on to; Tab takes them. */
export function FolderField({ id, value, invalid, describedBy, onChange }: FolderFieldProps) {
  const { completion, goOn, close, onKeyDown } = useOffer(value, onChange);
  const { folders, chosen } = completion;
  const listId = `${id}-folders`;
  return (
    <>
      <input
        id={id}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={folders.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen < 0 ? undefined : `${listId}-${chosen}`}
        autoFocus
        data-first-focus
        value={value}
        onChange={(event) => goOn(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        placeholder="/home/you/project"
        className="hit w-full rounded-control border border-edge bg-paper px-3 font-mono text-code aria-invalid:border-danger"
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Folders"
        className="mt-1 max-h-52 overflow-y-auto rounded-control border border-hairline bg-raised p-1 empty:hidden"
      >
        {folders.map((folder, index) => (
          <ListOption
            key={folder}
            id={`${listId}-${index}`}
            selected={index === chosen}
            onChoose={() => goOn(`${folder}/`)}
            className="font-mono text-code wrap-anywhere"
          >
            {folder}
          </ListOption>
        ))}
      </div>
    </>
  );
}

/** What is offered for the path in the field, and the keys that work in it. */
function useOffer(value: string, onChange: (folder: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const { completion, setCompletion } = useFolderCompletion(typed);

  function close(): void {
    setTyped(null);
    setCompletion(nothingOffered);
  }

  function goOn(folder: string): void {
    onChange(folder);
    setTyped(folder);
    setCompletion(({ folders }) => ({ folders, chosen: -1 }));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event;
    const { folders, chosen } = completion;
    if (folders.length === 0 || ctrlKey || metaKey || altKey || nativeEvent.isComposing) return;
    const step = { ArrowDown: 1 as const, ArrowUp: -1 as const }[key];
    const picked = folders[chosen];
    const taken = key === 'Tab' && !shiftKey ? tabbed(completion, value) : undefined;
    if (step !== undefined) setCompletion(stepped(completion, step));
    else if (taken !== undefined) goOn(taken);
    else if (key === 'Enter' && picked !== undefined) goOn(`${picked}/`);
    else if (key === 'Escape') close();
    else return;
    event.preventDefault();
  }

  return { completion, goOn, close, onKeyDown };
}
