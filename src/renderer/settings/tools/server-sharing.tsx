import { Bot } from 'lucide-react';
import { useId } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ServerInfo, ServerSharing as Sharing } from '../../../shared/mcp-servers/server-info.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Switch } from '../../ui/switch.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useSaving } from '../setting-row.tsx';

/** Has external agents use a server too, without its secrets or with them. */
export function ServerSharing({ server: { id, name, sharing, secrets } }: { server: ServerInfo }) {
  const { companion } = useParley();
  const { problem, save } = useSaving();
  const [aboutId, secretsId] = [useId(), useId()];
  const shown = visibleText(name, 'line');

  function choose(next: Sharing): void {
    void save(companion.client.servers.share({ id, sharing: next }).then(() => null, failureText));
  }

  return (
    <section className="rounded-control border border-hairline text-second">
      <div className="flex min-h-10.5 items-center gap-3 px-3 py-1.5">
        <Bot aria-hidden className="size-4 shrink-0 text-secondary" />
        <div className="min-w-0 flex-1">
          <span className="me-2 font-medium text-ink">Also for agents on this machine</span>
          <span id={aboutId} className="text-small text-secondary">
            From their next session
          </span>
        </div>
        <Switch
          label={`Also use ${shown} for agents on this machine`}
          aria-describedby={aboutId}
          on={sharing !== 'none'}
          onChange={(on) => choose(on ? 'without-secrets' : 'none')}
        />
      </div>
      {sharing !== 'none' && secrets.length > 0 && (
        <div className="flex min-h-10.5 items-center gap-3 border-t border-hairline py-1.5 ps-10 pe-3">
          <div className="min-w-0 flex-1">
            <span className="me-2 font-medium text-ink">With its secrets</span>
            <span id={secretsId} className="text-small text-secondary wrap-anywhere">
              Agents can read them then: <VisibleText text={secrets.join(', ')} layout="line" />
            </span>
          </div>
          <Switch
            label={`With the secrets of ${shown}`}
            aria-describedby={secretsId}
            on={sharing === 'with-secrets'}
            onChange={(on) => choose(on ? 'with-secrets' : 'without-secrets')}
          />
        </div>
      )}
      {problem !== null && (
        <div className="px-3 pb-2">
          <ProblemLine>{problem}</ProblemLine>
        </div>
      )}
    </section>
  );
}
