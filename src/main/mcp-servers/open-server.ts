import { existsSync } from 'node:fs';
import type { Transport } from '@modelcontextprotocol/client';
import { fillVariables, type ServerReach } from '../../shared/mcp-servers/servers-file.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { HttpTransport } from './http-transport.ts';
import type { LeftServers } from './left-servers.ts';
import { ServerUnusable } from './server-connection.ts';
import type { ServerLog } from './server-log.ts';
import type { ServerSignIn } from './sign-in/server-sign-in.ts';
import { StdioTransport } from './stdio-transport.ts';

export type OpenParts = {
  /** The folder in which a command runs. */
  cwd: string;
  shell: Pick<PersonShell, 'program' | 'environment'>;
  newMarker: () => string;
  left: Pick<LeftServers, 'add' | 'remove'>;
  /** Who Parley is to a server at an address, unless its headers say that. */
  signIn: ServerSignIn | undefined;
  log: ServerLog;
};

/** Makes a way to a server, not open yet, with the variables of its entry filled in. */
export async function openServer(reach: ServerReach, parts: OpenParts): Promise<Transport> {
  const environment = new Map(Object.entries(await parts.shell.environment([])));
  const missing = new Set<string>();
  const fill = (text: string): string => {
    const filled = fillVariables(text, (name) => environment.get(name));
    for (const name of filled.missing) missing.add(name);
    return filled.text;
  };
  const fillAll = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
  switch (reach.type) {
    case 'command': {
      const { cwd, shell, newMarker, left, log } = parts;
      const argv = [reach.command, ...reach.args].map(fill);
      const env = fillAll(reach.env);
      refuseMissing(missing);
      const program = await shell.program({ type: 'argv', argv });
      const marker = newMarker();
      left.add(marker);
      return new StdioTransport({
        program: { ...program, env: { ...program.env, ...env } },
        cwd,
        marker,
        onLog: (text) => log.write(text),
        onEnd: () => left.remove(marker),
      });
    }
    case 'address': {
      const address = fill(reach.url);
      const headers = fillAll(reach.headers);
      const client = reach.oauth && {
        clientId: fill(reach.oauth.clientId),
        clientSecret: reach.oauth.clientSecret && fill(reach.oauth.clientSecret),
      };
      refuseMissing(missing);
      if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
        throw new ServerUnusable('Its address is none that begins with https:// or http://.');
      const url = new URL(address);
      parts.signIn?.at(url, client, reach.oauth?.callbackPort);
      return new HttpTransport(url, {
        requestInit: { headers },
        fetch: parts.signIn?.tokens.fetch ?? boundedFetch,
        redirectPolicy: 'same-origin',
        authProvider: parts.signIn?.tokens,
      });
    }
  }
}

/** Returns where a command runs: in its folder, else in the person's home, else in the data folder. */
export function placeOf(folder: string | null, home: string, dataDir: string): string {
  return folder ?? (existsSync(home) ? home : dataDir);
}

function refuseMissing(missing: ReadonlySet<string>): void {
  if (missing.size === 0) return;
  throw new ServerUnusable(
    `It needs ${[...missing].join(', ')}, which is not set, or is a key that servers don’t get.`,
  );
}
