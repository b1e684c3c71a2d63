import type { Settings } from '../../shared/contract/settings.ts';
import type { ServerSharing } from '../../shared/mcp-servers/server-info.ts';
import { fillVariables, type ServerReach, variablesOf } from '../../shared/mcp-servers/servers-file.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { filledReach, type Server } from './server.ts';
import { ServerUnusable } from './server-unusable.ts';

/**
 * A server that the person lets external agents use, as it is handed to one: the command or address with all that goes along,
 * or why it can't be handed over, for a person. `version` changes with anything that the person wrote or chose of it.
 */
export type SharedServer = {
  name: string;
  version: string;
} & (
  | { type: 'command'; command: string; args: string[]; env: Record<string, string> }
  | { type: 'http' | 'sse'; url: string; headers: Record<string, string> }
  | { type: 'unusable'; problem: string }
);

/** What the person chose of servers, by id. */
type Choices = Settings['serversForAgents'];

type SharedFrom = { choices: Choices; shell: Pick<PersonShell, 'environment'> };

/** Returns how a server is shared with external agents. A choice counts for the server as it was reached then. */
export function sharingOf(
  { id, identity }: Pick<Server, 'id' | 'identity'>,
  choices: Choices,
): ServerSharing {
  const chosen = Object.hasOwn(choices, id) ? choices[id] : undefined;
  if (chosen === undefined || chosen.identity !== identity) return 'none';
  return chosen.secrets ? 'with-secrets' : 'without-secrets';
}

/** Returns the names of what is secret of a server: its variables, its headers, and a sign in. */
export function secretsOf({ reach, signIn }: Pick<Server, 'reach' | 'signIn'>): string[] {
  return [
    ...variablesOf(reach),
    ...(reach.type === 'address' && hasSecretPlace(reach.url) ? ['its whole address'] : []),
    ...(signIn?.isSignedIn() === true ? ['your sign in'] : []),
  ];
}

/** Returns those of the servers that the person lets external agents use, as they are handed over. */
export async function sharedServers(
  servers: readonly Server[],
  { choices, shell }: SharedFrom,
): Promise<SharedServer[]> {
  const shared = servers.flatMap((server) => {
    const how = sharingOf(server, choices);
    return how === 'none' ? [] : [{ server, withSecrets: how === 'with-secrets' }];
  });
  if (shared.length === 0) return [];
  const environment = await shell.environment([]);
  const names = new Set<string>();
  return shared.map(({ server, withSecrets }): SharedServer => {
    const name = unusedName(server.name, names);
    const version = `${server.id} ${server.identity} ${withSecrets}`;
    try {
      return { name, version, ...handedOver(server, withSecrets, environment) };
    } catch (error) {
      if (!(error instanceof ServerUnusable)) throw error;
      return { name, version, type: 'unusable', problem: messageOf(error) };
    }
  });
}

type Handed = Exclude<SharedServer, { type: 'unusable' }>;

/** Throws ServerUnusable. */
function handedOver(
  { reach, connection, signIn }: Server,
  withSecrets: boolean,
  environment: Record<string, string | undefined>,
): DistributiveOmit<Handed, 'name' | 'version'> {
  const filled = filledReach(withSecrets ? reach : withoutSecrets(reach), environment);
  if (filled.type === 'command') {
    const { command, args, env } = filled;
    return { type: 'command', command, args, env };
  }
  const state = connection.state();
  const isOlder = filled.transport === 'sse' || (state.type === 'ready' && state.transport === 'sse');
  const { href } = new URL(filled.url);
  const grant = withSecrets ? signIn?.tokens.grant() : undefined;
  const token = grant?.url === href ? grant.tokens.access_token : undefined;
  const headers = { ...filled.headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
  return { type: isOlder ? 'sse' : 'http', url: href, headers };
}

type DistributiveOmit<From, Keys extends PropertyKey> = From extends unknown ? Omit<From, Keys> : never;

/**
 * Returns a reach without the values of its variables and headers. Throws ServerUnusable where its command or address has
 * variables in it, which may be secrets.
 */
function withoutSecrets(reach: ServerReach): ServerReach {
  const bare: ServerReach =
    reach.type === 'command' ? { ...reach, env: {} } : { ...reach, headers: {}, oauth: undefined };
  const texts = bare.type === 'command' ? [bare.command, ...bare.args] : [bare.url];
  const [named] = texts.flatMap((text) => fillVariables(text, () => undefined).missing);
  if (named !== undefined)
    throw new ServerUnusable(`it is reached with ${named}, which goes along only with its secrets`);
  if (bare.type === 'address' && hasSecretPlace(bare.url))
    throw new ServerUnusable('its address may hold a key, and goes along only with its secrets');
  return bare;
}

/** True of an address with a query or a password, where services put keys. */
function hasSecretPlace(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.search !== '' || url.username !== '' || url.password !== '');
}

/** Two files can have servers of one name, of which agents would take one. */
function unusedName(name: string, used: Set<string>): string {
  let unused = name;
  for (let nth = 2; used.has(unused); nth += 1) unused = `${name} ${nth}`;
  used.add(unused);
  return unused;
}
