import { ListOption } from '../ui/list-option.tsx';
import { useListbox } from '../ui/use-listbox.ts';
import { tabbed, useFolderCompletion } from './folder-completion.ts';

type FolderFieldProps = {
  id: string;
  value: string;
  invalid: boolean;
  describedBy: string | undefined;
  onChange(folder: string): void;
};

/** A field for a path that offers the folders it can go on to; Tab takes them. */
export function FolderField({ id, value, invalid, describedBy, onChange }: FolderFieldProps) {
  const { folders, complete, close } = useFolderCompletion();
  const listbox = useListbox({
    options: folders,
    query: value,
    start: 'field',
    choose: (index) => goOn(`${folders[index]}/`),
    onTab: (active) => {
      const taken = tabbed(folders, active, value);
      if (taken !== undefined) goOn(taken);
      return taken !== undefined;
    },
    close,
  });

  function goOn(folder: string): void {
    onChange(folder);
    complete(folder);
  }

  return (
    <>
      <input
        id={id}
        {...listbox.combobox}
        autoFocus
        data-first-focus
        value={value}
        onChange={(event) => goOn(event.target.value)}
        onKeyDown={listbox.onKeyDown}
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
        {...listbox.list}
        aria-label="Folders"
        className="mt-1 max-h-52 overflow-y-auto rounded-control border border-hairline bg-raised p-1 empty:hidden"
      >
        {folders.map((folder, index) => (
          <ListOption
            key={folder}
            option={listbox.option(index)}
            className="font-mono text-code wrap-anywhere"
          >
            {folder}
          </ListOption>
        ))}
      </div>
    </>
  );
}
