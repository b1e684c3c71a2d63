import type { ServerDetails, ServersOverview } from '../../shared/mcp-servers/server-info.ts';
import type { ServerReach } from '../../shared/mcp-servers/servers-file.ts';
import { readLink } from '../forms/read-link.ts';
import type { Server } from './server.ts';

type Shown = ServersOverview['servers'][number];

/** Returns a server as windows show it. */
export function shownServer({ id, name, folder, reach, connection, signIn }: Server): Shown {
  const address = signIn?.address();
  return {
    id,
    name,
    folder,
    reach: shownReach(reach),
    state: connection.state(),
    tools: connection.tools().tools.length,
    signedIn: signIn?.isSignedIn() === true,
    signIn: address === undefined ? null : readAddress(address),
  };
}

/** Returns what a server offers and logged. */
export function detailsOf({ connection }: Server): ServerDetails {
  const { tools, leftOut } = connection.tools();
  return {
    tools: tools.map(({ name, description = '', annotations }) => ({
      name,
      description: description.slice(0, 2_000),
      saysReadOnly: annotations?.readOnlyHint === true,
    })),
    leftOut,
    log: connection.log.lines(),
  };
}

/** Returns how a server is reached, as its file has it. */
function shownReach(reach: ServerReach): string {
  return reach.type === 'address' ? reach.url : [reach.command, ...reach.args].join(' ');
}

function readAddress(address: string): Shown['signIn'] {
  const read = readLink(address);
  return read.type === 'link' ? read : null;
}
