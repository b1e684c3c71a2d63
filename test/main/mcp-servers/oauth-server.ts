import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { OAuthServerProvider } from '@modelcontextprotocol/sdk/server/auth/provider.js';
import { mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js';
import {
  InvalidClientMetadataError,
  InvalidGrantError,
  InvalidTokenError,
  ServerError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import type {
  OAuthClientInformationFull,
  OAuthTokenRevocationRequest,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { z } from 'zod';

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

type Code = { client: string; challenge: string };

/**
 * The records of an authorization server: whom it registered, and what it has granted. The server is that of MCP's own
 * library; what it refuses, forgets and can't do is what servers of the field do.
 */
class Grants {
  readonly clients = new Map<string, OAuthClientInformationFull>();
  readonly codes = new Map<string, Code>();
  readonly access = new Set<string>();
  readonly refresh = new Set<string>();
  /** The answer of a browser that comes to sign in. */
  says: 'yes' | 'no' = 'yes';
  registers = true;
  /** True where it ends a grant that is given back; it fails otherwise. */
  revokes = true;
  /** False has it grant what can't be renewed. */
  renews = true;
  refreshed = 0;
  readonly issued: string[] = [];
  /** Is waited for before it does a step: turns a request away, describes itself, gives tokens for a code, or anew. */
  before: (step: 'refuse' | 'describe' | 'redeem' | 'renew') => Promise<void> = () => Promise.resolve();

  make() {
    const [access, refresh] = [`planted-access-${randomUUID()}`, `planted-refresh-${randomUUID()}`];
    this.access.add(access);
    this.issued.push(access);
    const tokens = { access_token: access, token_type: 'bearer', expires_in: 3_600 };
    if (!this.renews) return tokens;
    this.refresh.add(refresh);
    this.issued.push(refresh);
    return { ...tokens, refresh_token: refresh };
  }

  /** Has every access token run out; with `all`, those that renew them too. */
  expire({ all }: { all: boolean }): void {
    this.access.clear();
    if (all) this.refresh.clear();
  }
}

type Options = {
  /** False has it know no place where grants are given back. */
  takesBack?: boolean;
};

function providerOf(grants: Grants, { takesBack = true }: Options): OAuthServerProvider {
  const { clients, codes, access, refresh } = grants;
  return {
    clientsStore: {
      getClient: (id) => clients.get(id),
      registerClient(asked) {
        if (!grants.registers) throw new InvalidClientMetadataError('No more clients');
        const client = { ...asked, client_id: randomUUID() };
        clients.set(client.client_id, client);
        return client;
      },
    },
    async authorize({ client_id: client }, { redirectUri, state = '', codeChallenge }, response) {
      const back = new URL(redirectUri);
      back.searchParams.set('state', state);
      const code = randomUUID();
      codes.set(code, { client, challenge: codeChallenge });
      if (grants.says === 'yes') back.searchParams.set('code', code);
      else back.searchParams.set('error', 'access_denied');
      z.instanceof(ServerResponse).parse(response).writeHead(302, { location: back.href }).end();
    },
    challengeForAuthorizationCode: async (_, code) => codes.get(code)?.challenge ?? '',
    async exchangeAuthorizationCode(client, code) {
      if (codes.get(code)?.client !== client.client_id) throw new InvalidGrantError('Unknown code');
      codes.delete(code);
      await grants.before('redeem');
      return grants.make();
    },
    async exchangeRefreshToken(_, token) {
      await grants.before('renew');
      if (!refresh.delete(token)) throw new InvalidGrantError('Unknown token');
      grants.refreshed += 1;
      return grants.make();
    },
    async verifyAccessToken(token) {
      if (!access.has(token)) throw new InvalidTokenError('Unknown token');
      return { token, clientId: '', scopes: [], expiresAt: Date.now() / 1_000 + 3_600 };
    },
    ...(takesBack && {
      revokeToken: async (_: unknown, { token }: OAuthTokenRevocationRequest) => {
        if (!grants.revokes) throw new ServerError('Not now');
        access.delete(token);
        refresh.delete(token);
      },
    }),
  };
}

const metadata = '/.well-known/oauth-protected-resource/mcp';

/**
 * An authorization server by the field's own library and an MCP server behind it, both on loopback. A browser that
 * goes to sign in comes back at once, with what `says` has it say.
 */
export async function signInServer(handle: Handle, options: Options = {}) {
  const grants = new Grants();
  const authorization = await listening((request, response) => app(request, response));
  const issuer = authorization.origin;
  const app: Handle = authorizationApp(providerOf(grants, options), issuer);
  const resource = await listening(async (request, response) => {
    if (request.url === metadata) {
      await grants.before('describe');
      response.setHeader('content-type', 'application/json');
      const about = { resource: `${resource.origin}/mcp`, authorization_servers: [`${issuer}/`] };
      return response.end(JSON.stringify(about));
    }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (grants.access.has(token)) return handle(request, response);
    await grants.before('refuse');
    const challenge = `Bearer resource_metadata="${resource.origin}${metadata}"`;
    return response.writeHead(401, { 'www-authenticate': challenge }).end();
  });
  const close = () => {
    authorization.close();
    resource.close();
  };
  return { url: `${resource.origin}/mcp`, issuer, grants, close };
}

/** The library's types name those of a package that is not there. */
type ExpressApp = Handle & { use(handler: unknown): unknown };

function isExpressApp(value: unknown): value is ExpressApp {
  return typeof value === 'function' && 'use' in value;
}

function authorizationApp(provider: OAuthServerProvider, issuer: string): Handle {
  const app: unknown = createMcpExpressApp();
  if (!isExpressApp(app)) throw new Error('There is no app.');
  const router: unknown = mcpAuthRouter({ provider, issuerUrl: new URL(issuer) });
  app.use(router);
  return app;
}

async function listening(handle: Handle) {
  const host = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(host.address());
  const close = () => {
    host.closeAllConnections();
    host.close();
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}
