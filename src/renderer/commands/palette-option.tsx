import { shortcut } from '../shortcut.ts';
import { ListOption } from '../ui/list-option.tsx';
import type { ListboxOption } from '../ui/use-listbox.ts';
import type { PaletteEntry } from './palette-entries.ts';

type PaletteOptionProps = { option: ListboxOption; entry: PaletteEntry };

export function PaletteOption({ option, entry }: PaletteOptionProps) {
  const keys = entry.command === undefined ? undefined : shortcut(entry.command);
  return (
    <ListOption option={option} className="gap-3">
      <EntryWords entry={entry} />
      {keys !== undefined && (
        <kbd className="ms-auto shrink-0 ps-2 font-sans text-small text-secondary">{keys.text}</kbd>
      )}
    </ListOption>
  );
}

function EntryWords({ entry }: { entry: PaletteEntry }) {
  switch (entry.kind) {
    case 'command':
      return <span className="min-w-0 truncate">{entry.words}</span>;
    case 'workspace': {
      const { waiting, firstMessage, folder } = entry.workspace;
      return (
        <>
          <span className="max-w-[60%] shrink-0 truncate font-medium">{entry.words}</span>
          {waiting > 0 ? (
            <span className="min-w-0 truncate text-small font-medium text-accent-ink">Waits for you</span>
          ) : (
            <span dir="auto" className="min-w-0 truncate text-small text-secondary">
              {firstMessage || folder}
            </span>
          )}
        </>
      );
    }
  }
}
