import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { linkAddress } from '../../../shared/forms/form-text.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type {
  ServerDetails as Details,
  ServerInfo,
  ServerState as State,
  ServerState,
} from '../../../shared/mcp-servers/server-info.ts';
import type { WebAddress } from '../../../shared/mcp-servers/web-address.ts';
import { LinkAddress } from '../../cards/form/link-body.tsx';
import { failureText } from '../../connection/connection.ts';
import { openOutside } from '../../host.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useSaving } from '../setting-row.tsx';

export function ServerRow({ server }: { server: ServerInfo }) {
  const { problem, save } = useSaving();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { name, reach, state } = server;
  return (
    <li className="group px-4" data-open={open || undefined}>
      <div className="relative flex min-h-[46px] flex-wrap items-center gap-x-3 gap-y-1 py-[7px] before:absolute before:inset-x-0 before:top-0 before:ms-7 before:border-t before:border-hairline group-first:before:hidden">
        <div className="relative flex min-h-8 min-w-40 flex-1 basis-60 items-center gap-3 pointer-coarse:min-h-11">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-tertiary transition-transform duration-(--t-fast) group-data-open:rotate-90"
          />
          <div className="min-w-0">
            <button
              type="button"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              aria-describedby={`${id}-state`}
              onClick={() => setOpen(!open)}
              className="text-start font-medium wrap-anywhere after:absolute after:-inset-x-1 after:inset-y-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              <VisibleText text={name} layout="line" />
            </button>
            <p
              dir="ltr"
              className="cut-off font-mono text-small text-secondary"
              title={visibleText(reach, 'line')}
            >
              <VisibleText text={reach} layout="line" />
            </p>
          </div>
        </div>
        <ServerStateLine {...{ server, id, save }} />
        <Problems {...{ state, problem }} />
      </div>
      {server.signIn !== null && <ServerSignIn server={server} address={server.signIn} />}
      {open && (
        <div id={id} className="ps-7 pb-3">
          <ServerDetails key={detailsKey(server)} id={server.id} state={state} />
          {server.signedIn && <SignedIn {...{ server, save }} />}
        </div>
      )}
    </li>
  );
}

type ServerStateLineProps = { server: ServerInfo; id: string; save: ReturnType<typeof useSaving>['save'] };

function ServerStateLine({ server, id, save }: ServerStateLineProps) {
  const { companion } = useParley();
  const { name, state } = server;
  const { retry, signIn } = companion.client.servers;
  const asks = state.type === 'sign-in' && server.signIn === null;
  const act = asks ? signIn : retry;
  return (
    <span className="ms-auto flex items-center gap-3">
      <span id={`${id}-state`} role="status" className="text-second text-secondary">
        {stateText(server)}
      </span>
      {server.signIn === null && (
        <Button
          aria-label={visibleText(asks ? `Sign in to ${name}` : `Try ${name}`, 'line')}
          disabled={state.type === 'starting'}
          onClick={() => void save(act({ id: server.id }).then(() => null, failureText))}
        >
          {asks ? 'Sign in' : 'Try'}
        </Button>
      )}
    </span>
  );
}

function Problems({ state, problem }: { state: State; problem: string | null }) {
  const said = [...(state.type === 'failed' ? [state.problem] : []), ...(problem === null ? [] : [problem])];
  return said.map((text) => (
    <div key={text} className="basis-full ps-7 pb-1">
      <ProblemLine>
        <VisibleText text={text} layout="line" />
      </ProblemLine>
    </div>
  ));
}

/** Changes when the details have to be read again. */
function detailsKey({ state, tools }: ServerInfo): string {
  return `${state.type} ${tools}`;
}

function stateText({ state, tools, hasMoreTools, signIn }: ServerInfo): string {
  if (signIn !== null) return 'Needs you';
  switch (state.type) {
    case 'stopped':
      return 'Starts on first use';
    case 'starting':
      return 'Starting…';
    case 'ready':
      return `Ready · ${tools === 1 ? '1 tool' : `${tools} tools`}${hasMoreTools ? ', and it has more' : ''}`;
    case 'failed':
      return 'Failed';
    case 'sign-in':
      return 'Wants you to sign in';
  }
}

function connectionText({ transport, version }: Extract<State, { type: 'ready' }>): string {
  const by = {
    stdio: 'Standard input and output',
    http: 'Streamable HTTP',
    sse: 'HTTP with SSE (older)',
  };
  return version === '' ? by[transport] : `${by[transport]} · protocol ${version}`;
}

function ServerDetails({ id, state }: { id: string; state: ServerState }) {
  const { companion } = useParley();
  const [details, setDetails] = useState<Details | null>(null);
  useEffect(() => {
    let active = true;
    companion.client.servers.details({ id }).then(
      (read) => {
        if (active) setDetails(read);
      },
      () => {},
    );
    return () => {
      active = false;
    };
  }, [companion, id]);
  if (details === null) return null;
  const { tools, leftOut, log } = details;
  return (
    <div className="flex flex-col gap-3 text-second">
      {tools.length > 0 && (
        <Part title={leftOut > 0 ? `Tools, without ${leftOut} more` : 'Tools'}>
          <ul className="flex max-h-80 flex-col gap-1.5 overflow-y-auto" tabIndex={0} aria-label="Tools">
            {tools.map((tool) => (
              <li key={tool.name} className="min-w-0">
                <code className="font-mono text-code wrap-anywhere">
                  <VisibleText text={tool.name} layout="line" />
                </code>
                {tool.saysReadOnly && (
                  <span className="text-small text-tertiary"> · says that it only reads</span>
                )}
                <p className="line-clamp-2 text-secondary wrap-anywhere">
                  <VisibleText text={tool.description} />
                </p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {state.type === 'ready' && (
        <Part title="Connection">
          <p className="text-secondary">{connectionText(state)}</p>
        </Part>
      )}
      <LogPart log={log} state={state} />
    </div>
  );
}

function LogPart({ log, state }: { log: readonly string[]; state: State }) {
  return (
    <Part title="Last lines of its log">
      {log.length === 0 ? (
        <p className="text-secondary">
          {state.type === 'stopped' ? 'Not started yet.' : 'Nothing logged yet.'}
        </p>
      ) : (
        <pre
          dir="ltr"
          tabIndex={0}
          role="group"
          aria-label="Log"
          className="max-h-60 overflow-auto rounded-control bg-well px-3 py-2 font-mono text-code whitespace-pre-wrap wrap-anywhere"
        >
          <VisibleText text={log.slice(-50).join('\n')} />
        </pre>
      )}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-small font-medium text-secondary">{title}</h3>
      {children}
    </section>
  );
}

type ServerSignInProps = { server: ServerInfo; address: WebAddress };

function ServerSignIn({ server: { id, name }, address }: ServerSignInProps) {
  const { companion } = useParley();
  const { problem, save } = useSaving();
  const cancel = () => companion.client.servers.cancelSignIn({ id }).then(() => null, failureText);
  return (
    <section
      aria-label={visibleText(`Sign in to ${name}`, 'line')}
      className="flex flex-col gap-2.5 ps-7 pt-1 pb-3.5"
    >
      <LinkAddress link={address} />
      <p className="text-second text-secondary wrap-anywhere">
        It opens in your browser. Once you have signed in there, chats can use{' '}
        <VisibleText text={name} layout="line" /> as you.
      </p>
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={() => void save(cancel())}>
          Cancel
        </Button>
        <DecidingButton about={linkAddress(address)} onClick={() => openOutside(linkAddress(address))}>
          Open
        </DecidingButton>
      </div>
    </section>
  );
}

type SignedInProps = { server: ServerInfo; save: ReturnType<typeof useSaving>['save'] };

/** `save` outlives this component. */
function SignedIn({ server: { id, name }, save }: SignedInProps) {
  const { companion } = useParley();
  const signOut = () => companion.client.servers.signOut({ id }).then(() => null, failureText);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-3">
      <p className="min-w-0 flex-1 text-second text-secondary">You are signed in.</p>
      <Button aria-label={visibleText(`Sign out of ${name}`, 'line')} onClick={() => void save(signOut())}>
        Sign out
      </Button>
    </div>
  );
}
