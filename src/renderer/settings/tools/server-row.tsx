import { Globe, Pencil, RotateCw, SquareTerminal, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ServerInfo, ServerState } from '../../../shared/mcp-servers/server-info.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useSaving } from '../setting-row.tsx';
import { ItemProblem, ItemTile, OriginChip } from './listed-item.tsx';
import { ServerDetails } from './server-details.tsx';
import { ServerForm } from './server-form.tsx';
import { ServerSharing } from './server-sharing.tsx';
import { ServerSignIn, SignedIn } from './server-sign-in.tsx';

/** A server with its state, what can be done about it, and on a press what it offers. */
export function ServerRow({ server }: { server: ServerInfo }) {
  const { problem, save } = useSaving();
  const [open, setOpen] = useState(false);
  const [entry, setEntry] = useState<string | null>(null);
  const row = useRef<HTMLLIElement>(null);
  const id = useId();
  const { reach } = server;
  const Icon = reach.type === 'command' ? SquareTerminal : Globe;

  function closeForm(): void {
    flushSync(() => setEntry(null));
    row.current?.querySelector<HTMLElement>('[data-edit]')?.focus();
  }

  return (
    <li
      ref={row}
      aria-label={visibleText(server.name, 'line')}
      className="relative px-4 before:absolute before:inset-x-4 before:top-0 before:ms-11 before:border-t before:border-hairline first:before:hidden"
    >
      <div className="flex min-h-(--setting-of-two) flex-wrap items-center gap-x-3 gap-y-1 py-2">
        <div className="relative flex min-w-40 flex-1 basis-60 items-center gap-3">
          <ItemTile>
            <Icon />
          </ItemTile>
          <div className="min-w-0">
            <NameLine {...{ server, open }} detailsId={id} onToggle={() => setOpen(!open)} />
            <StateLine id={`${id}-state`} server={server} />
          </div>
        </div>
        <Actions {...{ server, save }} isEditing={entry !== null} onEdit={setEntry} />
        <ItemProblem problem={problem} />
      </div>
      <div className="ps-11 max-sm:ps-0">
        {server.signIn !== null && <ServerSignIn server={server} address={server.signIn} />}
        {entry !== null && <EditServer id={server.id} entry={entry} onClose={closeForm} />}
        {open && (
          <div id={id} className="flex flex-col gap-3 pb-3">
            <ServerSharing server={server} />
            <ServerDetails key={detailsKey(server)} server={server} />
            {server.signedIn && <SignedIn {...{ server, save }} />}
          </div>
        )}
      </div>
    </li>
  );
}

type NameLineProps = { server: ServerInfo; open: boolean; detailsId: string; onToggle(): void };

function NameLine({ server: { name, folder }, open, detailsId, onToggle }: NameLineProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? detailsId : undefined}
        aria-describedby={`${detailsId}-state`}
        onClick={onToggle}
        className="text-start font-medium wrap-anywhere after:absolute after:-inset-1 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
      >
        <VisibleText text={name} layout="line" />
      </button>
      <OriginChip folder={folder} />
    </div>
  );
}

const lamps: Record<ServerState['type'], string> = {
  off: 'bg-control',
  stopped: 'bg-control',
  starting: 'bg-control',
  ready: 'bg-yes-mark',
  failed: 'bg-danger',
  'sign-in': 'bg-caution-mark',
};

function StateLine({ id, server }: { id: string; server: ServerInfo }) {
  const { type } = server.state;
  return (
    <p
      id={id}
      role="status"
      className={`flex items-baseline gap-1.5 text-second ${type === 'failed' ? 'text-danger' : 'text-secondary'}`}
    >
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-round forced-colors:border forced-colors:border-current ${server.signIn === null ? lamps[type] : 'bg-accent-mark'}`}
      />
      <span className="min-w-0 wrap-anywhere">
        <VisibleText text={stateText(server)} layout="line" />
      </span>
    </p>
  );
}

function stateText({ state, tools, hasMoreTools, signIn, signedIn }: ServerInfo): string {
  if (signIn !== null) return 'Needs you';
  switch (state.type) {
    case 'off':
      return 'Off';
    case 'stopped':
      return 'Starts on first use';
    case 'starting':
      return 'Starting…';
    case 'ready':
      return [
        'Ready',
        `${toolCount(tools)}${hasMoreTools ? ', and it has more' : ''}`,
        ...(signedIn ? ['signed in'] : []),
      ].join(' · ');
    case 'failed':
      return state.problem;
    case 'sign-in':
      return 'Wants you to sign in';
  }
}

/** Returns a number of tools in words. */
export function toolCount(tools: number): string {
  return tools === 1 ? '1 tool' : `${tools} tools`;
}

type ActionsProps = {
  server: ServerInfo;
  isEditing: boolean;
  save: ReturnType<typeof useSaving>['save'];
  onEdit(entry: string): void;
};

function Actions({ server, isEditing, save, onEdit }: ActionsProps) {
  const { companion, view } = useParley();
  const { id, folder, state } = server;
  const name = visibleText(server.name, 'line');
  const { servers } = companion.client;
  const done = (call: Promise<unknown>) => save(call.then(() => null, failureText));

  async function remove(): Promise<void> {
    if ((await done(servers.remove({ id }))) === null) view.setState({ removedServer: { id, name } });
  }

  async function edit(): Promise<void> {
    try {
      const { text } = await servers.entry({ id });
      if (text !== null) onEdit(text);
    } catch (error) {
      void save(Promise.resolve(failureText(error)));
    }
  }

  return (
    <div className="ms-auto flex flex-wrap items-center justify-end gap-x-0.5">
      {state.type === 'sign-in' && server.signIn === null && (
        <Button
          className="me-1.5"
          aria-label={`Sign in to ${name}`}
          onClick={() => void done(servers.signIn({ id }))}
        >
          Sign in
        </Button>
      )}
      <RestartButton name={name} state={state} onRestart={() => void done(servers.restart({ id }))} />
      {folder === null && (
        <>
          <IconButton
            label={`Edit ${name}`}
            icon={<Pencil aria-hidden />}
            aria-expanded={isEditing}
            data-edit
            onClick={() => void edit()}
          />
          <IconButton label={`Remove ${name}`} icon={<Trash2 aria-hidden />} onClick={() => void remove()} />
        </>
      )}
      <Switch
        className="ms-1.5"
        label={`Use ${name}`}
        on={state.type !== 'off'}
        onChange={(on) => void done(servers.setOn({ id, on }))}
      />
    </div>
  );
}

type RestartButtonProps = { name: string; state: ServerState; onRestart(): void };

/** In words where a restart is what helps. */
function RestartButton({ name, state, onRestart }: RestartButtonProps) {
  switch (state.type) {
    case 'off':
      return null;
    case 'failed':
      return (
        <Button className="me-1.5" aria-label={`Restart ${name}`} onClick={onRestart}>
          <RotateCw aria-hidden />
          Restart
        </Button>
      );
    case 'stopped':
      return <IconButton label={`Start ${name}`} icon={<RotateCw aria-hidden />} onClick={onRestart} />;
    case 'starting':
    case 'ready':
    case 'sign-in':
      return (
        <IconButton
          label={`Restart ${name}`}
          icon={<RotateCw aria-hidden />}
          disabled={state.type === 'starting'}
          onClick={onRestart}
        />
      );
  }
}

function EditServer({ id, entry, onClose }: { id: string; entry: string; onClose(): void }) {
  const { companion } = useParley();
  const { problem, save } = useSaving();
  const [text, setText] = useState(entry);

  async function submit(): Promise<void> {
    if (text === entry) return onClose();
    const failed = await save(companion.client.servers.edit({ id, text }).then(() => null, failureText));
    if (failed === null) onClose();
  }

  return (
    <ServerForm
      {...{ text, problem, onClose }}
      action="Save"
      onType={setText}
      onSubmit={() => void submit()}
    />
  );
}

/** Changes when the details have to be read again. */
function detailsKey({ state, tools }: ServerInfo): string {
  return `${state.type} ${tools}`;
}
