import { isHosted } from '../agents/acp/programs/describe-agent.ts';
import type { HostedAgents } from '../agents/acp/hosted-agents.ts';
import type { ChatCommands } from '../agents/chat-commands.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';

type TerminalCallParts = {
  hosted: Pick<HostedAgents, 'terminals'>;
  commands: Pick<ChatCommands, 'resume'>;
  workspaces: Pick<Workspaces, 'has' | 'row'>;
};

/** The calls about the terminals in which people sign in to agents. */
export function terminalCalls({ terminals }: Calls, { hosted, commands, workspaces }: TerminalCallParts) {
  const all = () => hosted.terminals((chat) => commands.resume(chat));
  return {
    open: terminals.open.handler(async ({ input: { of, way, ...size }, errors }) => {
      const refused = (problem: string) => errors['sign-in-failed']({ message: problem, data: { problem } });
      if (of.type === 'chat' && !workspaces.has(of.workspaceId))
        throw refused('This chat is no longer here.');
      const agent = of.type === 'chat' ? workspaces.row(of.workspaceId).agent : of.agent;
      if (!isHosted(agent)) throw refused('Nobody signs in to this agent.');
      const { HostedFailure } = await import('../agents/acp/failure.ts');
      try {
        const { terminal, command } = await (await all()).open(of, way, size);
        return { terminal: terminal.id, command };
      } catch (error) {
        if (error instanceof HostedFailure) throw refused(error.problem.what);
        throw error;
      }
    }),
    watch: terminals.watch.handler(async ({ input, signal, errors }) => {
      const terminal = (await all()).get(input.terminal);
      if (terminal === undefined) throw errors['no-such-terminal']();
      return terminal.watch(signal);
    }),
    took: terminals.took.handler(async ({ input: { terminal, view, characters } }) => {
      (await all()).get(terminal)?.took(view, characters);
    }),
    write: terminals.write.handler(async ({ input: { terminal, view, nth, data } }) => {
      (await all()).get(terminal)?.write(view, nth, data);
    }),
    resize: terminals.resize.handler(async ({ input: { terminal, view, columns, rows } }) => {
      (await all()).get(terminal)?.resize(view, { columns, rows });
    }),
    close: terminals.close.handler(async ({ input: { terminal } }) => (await all()).end(terminal)),
  };
}
