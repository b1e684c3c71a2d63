import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ServerInfo, ServerState as State } from '../../../shared/mcp-servers/server-info.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ServerSignIn, SignedIn } from './server-sign-in.tsx';
import { useSaving } from '../setting-row.tsx';
import { ServerDetails } from './server-details.tsx';

/** A server with its state, which opens to its tools and the last lines it logged. */
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
        <ServerState {...{ server, id, save }} />
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

type ServerStateProps = { server: ServerInfo; id: string; save: ReturnType<typeof useSaving>['save'] };

/** The state of a server, and what can be done about it. */
function ServerState({ server, id, save }: ServerStateProps) {
  const { companion } = useParley();
  const { name, state } = server;
  const { retry, signIn } = companion.client.servers;
  const asks = state.type === 'sign-in' && server.signIn === null;
  const act = asks ? signIn : retry;
  return (
    <span className="ms-auto flex items-center gap-3">
      <span id={`${id}-state`} role="status" className="text-second text-secondary">
        {stateWords(server)}
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

/** Names what the details were read of. */
function detailsKey({ state, tools }: ServerInfo): string {
  return `${state.type} ${tools}`;
}

function stateWords({ state, tools, signIn }: ServerInfo): string {
  if (signIn !== null) return 'Needs you';
  switch (state.type) {
    case 'stopped':
      return 'Starts with its first use';
    case 'starting':
      return 'Starting…';
    case 'ready':
      return tools === 1 ? 'Ready · 1 tool' : `Ready · ${tools} tools`;
    case 'failed':
      return 'Failed';
    case 'sign-in':
      return 'Wants you to sign in';
  }
}
