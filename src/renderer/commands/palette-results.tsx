import { shortcut } from '../shortcut.ts';
import { ListOption } from '../ui/list-option.tsx';
import type { Listbox, ListboxOption } from '../ui/use-listbox.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import type { PaletteEntry } from './palette-entries.ts';

type PaletteResultsProps = { entries: readonly PaletteEntry[]; listbox: Listbox; isLoaded: boolean };

/** The results of a search, as options of the field's list. */
export function PaletteResults({ entries, listbox, isLoaded }: PaletteResultsProps) {
  return (
    <>
      <div
        {...listbox.list}
        aria-label="Found"
        className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1.5 empty:hidden"
      >
        {entries.map((entry, index) => (
          <PaletteOption key={entry.key} option={listbox.option(index)} entry={entry} />
        ))}
      </div>
      <p role="status" className="px-4 py-3 text-secondary empty:hidden">
        {isLoaded && entries.length === 0 && 'Nothing found for these words.'}
      </p>
    </>
  );
}

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
      const { waiting, folder } = entry.workspace;
      return (
        <>
          <span className="max-w-[60%] shrink-0 truncate font-medium">
            <VisibleText text={entry.words} layout="line" />
          </span>
          {waiting > 0 ? (
            <span className="min-w-0 truncate text-small font-medium text-accent-ink">Needs you</span>
          ) : (
            <span dir="auto" className="min-w-0 truncate text-small text-secondary">
              <VisibleText text={folder} layout="line" />
            </span>
          )}
        </>
      );
    }
    case 'line':
      return (
        <>
          <span className="max-w-[40%] shrink-0 truncate text-second">
            <VisibleText text={entry.words} layout="line" />
          </span>
          <span dir="auto" className="min-w-0 truncate text-small text-secondary">
            <VisibleText text={entry.line.line} layout="line" />
          </span>
        </>
      );
  }
}
