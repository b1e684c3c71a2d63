import { FieldList, FieldListOption } from './field-list.tsx';
import type { Mentions } from './use-mentions.ts';

/** The files to mention. */
export function MentionList({ files, listbox }: Pick<Mentions, 'files' | 'listbox'>) {
  return (
    <FieldList label="Files" list={listbox.list}>
      {files.map((path, index) => {
        const slash = path.lastIndexOf('/') + 1;
        return (
          <FieldListOption key={path} option={listbox.option(index)} name={path} title={path}>
            <span className="min-w-0 truncate text-secondary">{path.slice(0, slash)}</span>
            <span className="max-w-[80%] shrink-0 truncate">{path.slice(slash)}</span>
          </FieldListOption>
        );
      })}
    </FieldList>
  );
}
