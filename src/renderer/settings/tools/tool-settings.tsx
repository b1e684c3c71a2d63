import { Plus } from 'lucide-react';
import { use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AppState } from '../../../shared/contract/app-state.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ServerInfo } from '../../../shared/mcp-servers/server-info.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley, useView } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ServerForm } from './server-form.tsx';
import { ServerRow, toolCount } from './server-row.tsx';
import type { Setting, SettingTexts } from '../setting.ts';
import { SettingRow, SoughtSettingContext, useSaving } from '../setting-row.tsx';

const group = 'MCP servers';
const words = 'mcp server tools model context protocol';

const howToAdd = 'Paste the JSON that a server’s README shows for mcp.json.';

const noServers: Setting = {
  part: 'tools',
  group,
  name: 'No servers yet',
  about: `A server gives agents more tools. ${howToAdd}`,
  row: (texts) => <SettingRow {...texts} />,
};

export function toolSettings({ servers: { servers, problems } }: AppState): Setting[] {
  return [
    {
      part: 'tools',
      group,
      groupNote: countsOf(servers),
      name: 'Add a server',
      about: howToAdd,
      words,
      row: (texts) => (
        <SettingRow {...texts}>
          <AddServer name={texts.name} />
        </SettingRow>
      ),
      head: (texts) => <AddServer {...texts} />,
    },
    ...(servers.length === 0 ? [noServers] : []),
    ...servers.map(
      (server): Setting => ({
        part: 'tools',
        group,
        name: server.name,
        words: `${words} ${server.reach.text} ${server.folder ?? ''}`,
        row: () => <ServerRow key={server.id} server={server} />,
      }),
    ),
    ...problems.map(
      ({ file, entry, problem }): Setting => ({
        part: 'tools',
        group: 'Not read',
        name: visibleText(entry ?? file, 'line'),
        about: visibleText(entry === null ? problem : `${problem} (${file})`, 'line'),
        words,
        row: (texts) => <SettingRow {...texts} />,
      }),
    ),
  ];
}

/** Returns how many servers are ready, and their tools, in words; nothing without servers. */
function countsOf(servers: readonly ServerInfo[]): string | undefined {
  if (servers.length === 0) return undefined;
  const ready = servers.filter(({ state }) => state.type === 'ready');
  const tools = ready.reduce((sum, server) => sum + server.tools, 0);
  return `${ready.length} of ${servers.length} ready${tools === 0 ? '' : `, ${toolCount(tools)}`}`;
}

/**
 * Takes a pasted server, and has the files read anew when the button comes into sight. Stands in a line that wraps: the
 * form has one of its own.
 */
function AddServer({ name, about }: SettingTexts) {
  const { companion } = useParley();
  const { problem, setProblem, save } = useSaving();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const isSought = use(SoughtSettingContext) === name;
  useEffect(() => {
    companion.client.servers.refresh().catch((error: unknown) => setProblem(failureText(error)));
  }, [companion, setProblem]);

  function close(): void {
    flushSync(() => setOpen(false));
    opener.current?.focus();
  }

  async function add(): Promise<void> {
    const failed = await save(companion.client.servers.add({ text }).then(() => null, failureText));
    if (failed !== null) return;
    setText('');
    close();
  }

  return (
    <>
      {!open && (
        <Button
          ref={opener}
          aria-expanded={open}
          onClick={() => setOpen(true)}
          className={`ms-auto ${isSought ? 'landed' : ''}`}
        >
          <Plus aria-hidden />
          Add server
        </Button>
      )}
      {open && (
        <div className="basis-full rounded-card border border-hairline bg-raised px-4 pt-3">
          {about !== undefined && <p className="pb-2 text-second text-secondary">{about}</p>}
          <ServerForm
            {...{ text, problem }}
            action="Add"
            onType={setText}
            onSubmit={() => void add()}
            onClose={close}
          />
        </div>
      )}
      <RemovedServer />
    </>
  );
}

/** The server that was just removed, until another thing is removed or the page is left. */
function RemovedServer() {
  const { companion, view } = useParley();
  const removed = useView(({ removedServer }) => removedServer);
  const { problem, save } = useSaving();
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (removed !== null) undo.current?.focus();
  }, [removed]);
  useEffect(() => () => view.setState({ removedServer: null }), [view]);
  if (removed === null) return null;
  const { id, name } = removed;

  async function putBack(): Promise<void> {
    const failed = await save(companion.client.servers.undoRemove({ id }).then(() => null, failureText));
    if (failed === null) view.setState({ removedServer: null });
  }

  return (
    <div className="flex basis-full items-center gap-3 rounded-card bg-well py-1 ps-4 pe-1 text-second text-secondary">
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {problem ?? `Removed ${name}.`}
      </p>
      <Button ref={undo} aria-label={`Undo removing ${name}`} onClick={() => void putBack()}>
        Undo
      </Button>
    </div>
  );
}
