import { visibleText } from '../../../shared/hidden-characters.ts';
import { FieldList, FieldListOption } from './field-list.tsx';
import type { Mentionable, Mentions } from './use-mentions.ts';

export function MentionList({ found, listbox }: Pick<Mentions, 'found' | 'listbox'>) {
  const label = found.some(({ resource }) => resource !== null) ? 'Files and resources' : 'Files';
  return (
    <FieldList label={label} list={listbox.list}>
      {found.map(({ path, resource }, index) => {
        const about = resource === null ? path : `${path}\nResource of the MCP server ${resource.server}`;
        return (
          <FieldListOption
            key={path}
            option={listbox.option(index)}
            {...(resource === null && { name: visibleText(path, 'line') })}
            title={visibleText(about)}
          >
            {resource === null ? <FileName path={path} /> : <ResourceName path={path} {...resource} />}
          </FieldListOption>
        );
      })}
    </FieldList>
  );
}

function FileName({ path }: { path: string }) {
  const slash = path.lastIndexOf('/') + 1;
  return (
    <>
      <span className="min-w-0 truncate text-secondary">{path.slice(0, slash)}</span>
      <span className="max-w-[80%] shrink-0 truncate">{path.slice(slash)}</span>
    </>
  );
}

function ResourceName({
  path,
  title,
  server,
}: Pick<Mentionable, 'path'> & { title: string; server: string }) {
  return (
    <>
      <span className="max-w-[45%] shrink-0 truncate">{visibleText(title, 'line')} </span>
      <span className="ms-3 min-w-0 flex-1 truncate text-second text-secondary">
        {visibleText(path, 'line')}{' '}
      </span>
      <span className="ms-4 max-w-[30%] shrink-0 truncate text-small text-tertiary @max-[36rem]:hidden">
        {visibleText(server, 'line')}
      </span>
    </>
  );
}
