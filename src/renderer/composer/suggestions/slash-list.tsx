import { visibleText } from '../../../shared/hidden-characters.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { FieldList, FieldListOption } from './field-list.tsx';
import type { SlashSource } from './slash-choices.ts';
import type { SlashCommands } from './use-slash-commands.ts';

export function SlashList({ choices, untrusted, listbox }: Omit<SlashCommands, 'moveCaret'>) {
  return (
    <FieldList label="Commands" list={listbox.list} foot={untrustedText(untrusted)}>
      {choices.map(({ name, description, argument, source }, index) => (
        <FieldListOption
          key={name}
          option={listbox.option(index)}
          title={visibleText(`${description}\n${sourceText(source)}`.trim())}
        >
          <span className="max-w-[45%] shrink-0 truncate font-medium">
            {visibleText(`/${name} `, 'line')}
          </span>
          {argument !== null && (
            <span className="ms-2 max-w-[25%] shrink-0 truncate text-second text-tertiary">
              <VisibleText text={argument} layout="line" />{' '}
            </span>
          )}
          <span className="ms-4 min-w-0 flex-1 truncate text-second text-secondary">
            <VisibleText text={description} layout="line" />
          </span>
          {source.type !== 'built-in' && (
            <span
              aria-hidden
              className="ms-4 max-w-[30%] shrink-0 truncate text-small text-tertiary @max-[36rem]:hidden"
            >
              {visibleText(shortSource(source), 'line')}
            </span>
          )}
        </FieldListOption>
      ))}
    </FieldList>
  );
}

/** Says how many commands wait for the folder's trust; the card that asks for it is in the chat. */
function untrustedText(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? 'One more command once you trust this folder'
    : `${count} more commands once you trust this folder`;
}

function sourceText(source: SlashSource): string {
  switch (source.type) {
    case 'built-in':
      return '';
    case 'agent':
      return `Command of ${source.agent}`;
    case 'command':
      return source.file;
    case 'skill':
      return `Skill in ${source.file}`;
    case 'server':
      return `Prompt of the MCP server ${source.server}`;
  }
}

function shortSource(source: Exclude<SlashSource, { type: 'built-in' }>): string {
  switch (source.type) {
    case 'agent':
      return source.agent;
    case 'command':
      return source.file.split('/')[0] ?? '';
    case 'skill':
      return 'Skill';
    case 'server':
      return source.server;
  }
}
