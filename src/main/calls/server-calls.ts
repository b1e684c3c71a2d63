import type { ServerDetails } from '../../shared/mcp-servers/server-info.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import type { Calls } from './calls.ts';

type ServersPart = {
  file: string;
  refresh(): Promise<void>;
  details(id: string): Promise<ServerDetails | null>;
  retry(id: string): Promise<void>;
  /** Starts servers of the person's own, by their names; their states say how that goes. */
  start(names: readonly string[]): Promise<void>;
  signIn(id: string): Promise<void>;
  cancelSignIn(id: string): Promise<void>;
  /** Returns what is left to do, for a person. */
  signOut(id: string): Promise<string | undefined>;
};

/** The calls about the MCP servers that chats use. */
export function serverCalls({ servers: calls }: Calls, { servers }: { servers: ServersPart }) {
  return {
    refresh: calls.refresh.handler(() => servers.refresh()),
    details: calls.details.handler(({ input: { id } }) => servers.details(id)),
    add: calls.add.handler(async ({ input: { text }, errors }) => {
      const { addServers } = await import('../mcp-servers/add-servers.ts');
      const added = await addServers(servers.file, text);
      if (!added.ok)
        throw errors['servers-refused']({ message: added.problem, data: { problem: added.problem } });
      await servers.refresh();
      void servers.start(added.names);
    }),
    signIn: calls.signIn.handler(({ input: { id }, errors }) =>
      servers.signIn(id).catch((error: unknown) => {
        const problem = messageOf(error);
        throw errors['sign-in-failed']({ message: problem, data: { problem } });
      }),
    ),
    cancelSignIn: calls.cancelSignIn.handler(({ input: { id } }) => servers.cancelSignIn(id)),
    signOut: calls.signOut.handler(async ({ input: { id }, errors }) => {
      const problem = await servers.signOut(id);
      if (problem !== undefined) throw errors['grant-not-revoked']({ message: problem, data: { problem } });
    }),
    retry: calls.retry.handler(({ input: { id } }) => servers.retry(id)),
  };
}
