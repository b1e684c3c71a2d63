import { announcedCompanion } from '../asking/announced-companion.ts';
import { connectCompanion } from '../asking/companion-link.ts';
import { dataDirOf } from '../data-dir.ts';
import { packageFile } from '../package-file.ts';
import { messageOf } from '../../shared/thrown-error.ts';

export type TokenOptions = { revoke?: boolean; dataDir?: string };

/** Makes and revokes tokens, in the running companion or else in the data folder. */
type Tokens = { make(): Promise<string>; revoke(): Promise<number> };

/** The exports of the built file that are used here. */
type TokensModule = { createClientTokens(dataDir: string): Tokens };

function isTokensModule(module: unknown): module is TokensModule {
  return (
    typeof module === 'object' &&
    module !== null &&
    'createClientTokens' in module &&
    typeof module.createClientTokens === 'function'
  );
}

async function tokensOnDisk(dataDir: string): Promise<Tokens> {
  const module: unknown = await import(packageFile('out/main/client-tokens.js').href);
  if (!isTokensModule(module)) throw new Error('out/main/client-tokens.js makes no tokens');
  return module.createClientTokens(dataDir);
}

/** `parley token`: makes a token for a client over HTTP, or revokes all. */
export async function runToken({ revoke, dataDir: given }: TokenOptions): Promise<void> {
  const dataDir = dataDirOf(given);
  const link = await connectCompanion(dataDir);
  const tokens = link === undefined ? await tokensOnDisk(dataDir) : tokensOf(link.client.clientTokens);
  try {
    if (revoke) process.stderr.write(`${revokedText(await tokens.revoke())}\n`);
    else {
      process.stdout.write(`${await tokens.make()}\n`);
      const url = link && (await announcedCompanion(dataDir))?.mcpUrl;
      process.stderr.write(`${madeText(url)}\n`);
    }
  } catch (error) {
    process.stderr.write(`Error: ${messageOf(error)}\n`);
    process.exitCode = 1;
  } finally {
    link?.close();
  }
}

type Calls = { make(): Promise<{ token: string }>; revoke(): Promise<{ revoked: number }> };

function tokensOf(calls: Calls): Tokens {
  return {
    make: async () => (await calls.make()).token,
    revoke: async () => (await calls.revoke()).revoked,
  };
}

function revokedText(count: number): string {
  if (count === 0) return 'There was no token.';
  return count === 1 ? 'The token was revoked.' : `${count} tokens were revoked.`;
}

function madeText(url = 'http://127.0.0.1:PORT/mcp'): string {
  return `This token is not shown again. Send it as "Authorization: Bearer TOKEN" to ${url}; it reaches nothing else, and works until parley token --revoke. Start Parley with --port, so that the address stays.`;
}
