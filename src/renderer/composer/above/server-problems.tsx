import { CircleAlert } from 'lucide-react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ServerInfo } from '../../../shared/mcp-servers/server-info.ts';
import { useParley } from '../../parley-context.tsx';
import { openPage } from '../../state/view-store.ts';
import { Button } from '../../ui/button.tsx';

/** Says which MCP servers of a chat can't be used; the agent goes on without their tools. */
export function ServerProblems({ servers }: { servers: readonly ServerInfo[] }) {
  const { view } = useParley();
  const words = problemWords(servers);
  return (
    <section
      aria-label="MCP servers"
      className="mx-3 flex min-h-9 items-center gap-2 rounded-t-card border border-b-0 border-hairline bg-window ps-3 pe-1 text-second text-secondary [section+&]:rounded-t-none"
    >
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 cut-off py-1" title={words}>
        {words}
      </p>
      <Button look="quiet" onClick={() => openPage(view, { name: 'settings', part: 'tools' })}>
        Details
      </Button>
    </section>
  );
}

function problemWords(servers: readonly ServerInfo[]): string {
  const names = servers.map(({ name }) => visibleText(name, 'line')).join(', ');
  const [first, ...others] = servers;
  if (servers.every(({ state }) => state.type === 'sign-in'))
    return others.length === 0
      ? `The MCP server ${names} wants you to sign in.`
      : `The MCP servers ${names} want you to sign in.`;
  if (others.length > 0) return `The MCP servers ${names} can’t be used.`;
  const problem = first?.state.type === 'failed' ? visibleText(first.state.problem, 'line') : '';
  return `The MCP server ${names} can’t be used. ${problem}`;
}
