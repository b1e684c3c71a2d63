import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AppState } from '../../../shared/contract/app-state.ts';
import type { ServerInfo } from '../../../shared/mcp-servers/server-info.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Field, GrowingTextField } from '../../ui/text-input.tsx';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { ServerRow } from './server-row.tsx';
import type { Setting, SettingTexts } from '../setting.ts';
import { SettingRow, useSaving } from '../setting-row.tsx';

const own = 'Your MCP servers';
const words = 'mcp server tools model context protocol';

export function toolSettings({ servers: { servers, problems } }: AppState): Setting[] {
  return [
    {
      part: 'tools',
      group: own,
      name: 'Add a server',
      about: 'Paste the JSON that a server’s README shows for mcp.json.',
      words,
      row: (texts) => <AddServerRow {...texts} />,
    },
    ...servers.map(
      (server): Setting => ({
        part: 'tools',
        group: groupOf(server),
        name: server.name,
        words: `${words} ${server.reach}`,
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

function groupOf({ folder }: ServerInfo): string {
  return folder === null ? own : `From ${visibleText(folder, 'line')}`;
}

/** Takes a pasted server, and has the files read anew when the row comes into sight. */
function AddServerRow(texts: SettingTexts) {
  const { companion } = useParley();
  const { problem, setProblem, save } = useSaving();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
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
    <SettingRow
      {...texts}
      below={
        open ? (
          <ServerForm {...{ text, problem }} onType={setText} onAdd={() => void add()} onClose={close} />
        ) : undefined
      }
    >
      {!open && (
        <Button ref={opener} aria-expanded={open} onClick={() => setOpen(true)}>
          Add server
        </Button>
      )}
    </SettingRow>
  );
}

type ServerFormProps = {
  text: string;
  problem: string | null;
  onType(text: string): void;
  onAdd(): void;
  onClose(): void;
};

/** Escape closes the form alone, and not the page. */
function ServerForm({ text, problem, onType, onAdd, onClose }: ServerFormProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.preventDefault();
    onClose();
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    onAdd();
  }

  return (
    <form className="flex flex-col gap-2 pb-3" {...{ onKeyDown, onSubmit }}>
      <Field label="Server as JSON">
        {(id) => (
          <GrowingTextField
            id={id}
            autoFocus
            dir="ltr"
            spellCheck={false}
            className="font-mono text-code"
            placeholder={'"files": { "command": "npx", "args": ["-y", "…"] }'}
            value={text}
            onChange={({ target }) => onType(target.value)}
          />
        )}
      </Field>
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={text.trim() === ''}>
          Add
        </Button>
      </div>
    </form>
  );
}
