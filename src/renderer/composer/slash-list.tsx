import { visibleText } from '../../shared/hidden-characters.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { FieldList, FieldListOption } from './field-list.tsx';
import type { SlashCommands } from './use-slash-commands.ts';

/** The commands that fit what is typed, each with what may follow it and what it does. */
export function SlashList({ choices, listbox }: Pick<SlashCommands, 'choices' | 'listbox'>) {
  return (
    <FieldList label="Commands" list={listbox.list}>
      {choices.map(({ name, description, argument, file, agent }, index) => (
        <FieldListOption
          key={name}
          option={listbox.option(index)}
          title={visibleText(file === null ? description : `${description}\n${file}`)}
        >
          <span className="max-w-[45%] shrink-0 truncate font-medium">
            <VisibleText text={`/${name} `} layout="line" />
          </span>
          {argument !== null && (
            <span className="ms-2 max-w-[25%] shrink-0 truncate text-second text-tertiary">
              <VisibleText text={argument} layout="line" />{' '}
            </span>
          )}
          <span className="ms-4 min-w-0 flex-1 truncate text-second text-secondary">
            <VisibleText text={description} layout="line" />
          </span>
          {(file ?? agent) !== null && (
            <span
              aria-hidden
              className="ms-4 max-w-[30%] shrink-0 truncate text-small text-tertiary @max-[36rem]:hidden"
            >
              <VisibleText text={file?.split('/')[0] ?? agent ?? ''} layout="line" />
            </span>
          )}
        </FieldListOption>
      ))}
    </FieldList>
  );
}
