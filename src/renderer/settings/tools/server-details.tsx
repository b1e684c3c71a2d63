import { type ReactNode, useEffect, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type {
  ServerDetails as Details,
  ServerInfo,
  ServerState as State,
} from '../../../shared/mcp-servers/server-info.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

function connectionText({ transport, version }: Extract<State, { type: 'ready' }>): string {
  const by = {
    stdio: 'Standard input and output',
    http: 'Streamable HTTP',
    sse: 'HTTP with SSE (older)',
  };
  return version === '' ? by[transport] : `${by[transport]} · protocol ${version}`;
}

/** How a server is reached, what it offers and what it logged. */
export function ServerDetails({ server }: { server: ServerInfo }) {
  const { id, state, reach, folder, file } = server;
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
      <Part title={reach.type === 'command' ? 'Command' : 'Address'}>
        <code dir="ltr" className="font-mono text-code wrap-anywhere">
          <VisibleText text={reach.text} layout="line" />
        </code>
        {folder !== null && (
          <p className="text-secondary wrap-anywhere">
            Kept in{' '}
            <code className="font-mono text-code">
              <VisibleText text={file} layout="line" />
            </code>
            . Change it there; Parley then asks you to trust it again.
          </p>
        )}
      </Part>
      {tools.length > 0 && <ToolsPart tools={tools} leftOut={leftOut} />}
      {state.type === 'ready' && (
        <Part title="Connection">
          <p className="text-secondary">{connectionText(state)}</p>
        </Part>
      )}
      <LogPart log={log} state={state} />
    </div>
  );
}

/** The most names that stand there at first. */
const mostNames = 12;

function ToolsPart({ tools, leftOut }: Pick<Details, 'tools' | 'leftOut'>) {
  const [described, setDescribed] = useState(false);
  return (
    <Part
      title={leftOut > 0 ? `Tools, without ${leftOut} more` : 'Tools'}
      head={
        <Button
          look="quiet"
          className="-my-1.5"
          aria-expanded={described}
          onClick={() => setDescribed(!described)}
        >
          {described ? 'Names only' : 'What they do'}
        </Button>
      }
    >
      {described ? <DescribedTools tools={tools} /> : <ToolNames tools={tools} />}
    </Part>
  );
}

function ToolNames({ tools }: Pick<Details, 'tools'>) {
  const more = tools.length - mostNames;
  return (
    <ul className="flex flex-wrap items-center gap-1.5" aria-label="Tools">
      {tools.slice(0, mostNames).map(({ name, description }) => (
        <li
          key={name}
          title={visibleText(description, 'line')}
          className="rounded-small bg-selected px-1.75 py-0.5 font-mono text-code wrap-anywhere"
        >
          <VisibleText text={name} layout="line" />
        </li>
      ))}
      {more > 0 && <li className="text-small text-secondary">{more} more</li>}
    </ul>
  );
}

function DescribedTools({ tools }: Pick<Details, 'tools'>) {
  return (
    <ul className="flex max-h-80 flex-col gap-1.5 overflow-y-auto" tabIndex={0} aria-label="Tools">
      {tools.map((tool) => (
        <li key={tool.name} className="min-w-0">
          <code className="font-mono text-code wrap-anywhere">
            <VisibleText text={tool.name} layout="line" />
          </code>
          {tool.saysReadOnly && <span className="text-small text-tertiary"> · says that it only reads</span>}
          <p className="line-clamp-2 text-secondary wrap-anywhere">
            <VisibleText text={tool.description} />
          </p>
        </li>
      ))}
    </ul>
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

type PartProps = { title: string; head?: ReactNode; children: ReactNode };

function Part({ title, head, children }: PartProps) {
  return (
    <section>
      <div className="mb-1 flex items-center gap-2">
        <h3 className="flex-1 text-small font-medium text-secondary">{title}</h3>
        {head}
      </div>
      {children}
    </section>
  );
}
