import type { DialectId } from '../../shared/dialects/registry.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { ParameterName, ProviderCheck, ProviderId } from '../../shared/providers/provider.ts';
import type { Companion } from '../companion.ts';
import { failureText } from '../connection/connection.ts';

/** A missing field stays as it is; an empty key or address is removed. */
export type ProviderEntry = { key?: string; address?: string };

export type AgentSettings = {
  /** Resolves to a problem for the person, or to null once it is stored. */
  saveProvider(provider: ProviderId, entry: ProviderEntry): Promise<string | null>;
  /** Puts back a key that was removed. Resolves as above. */
  restoreKey(provider: ProviderId): Promise<string | null>;
  /** Stores a header or a part of the query for all requests to a provider; null removes it. Resolves as above. */
  saveParameter(
    provider: ProviderId,
    name: ParameterName,
    value: { text: string; secret: boolean } | null,
  ): Promise<string | null>;
  /** Asks the provider for its models, with the entry in place of what is stored. */
  checkProvider(provider: ProviderId, entry?: ProviderEntry): Promise<ProviderCheck>;
  /** Resolves to a problem for the person, or to null once it is stored. */
  setNewAgent(agent: string): Promise<string | null>;
  /** Fixes the tool by which a chat's agent asks; null leaves it to the agent. Resolves as above. */
  setDialect(workspaceId: WorkspaceId, dialect: DialectId | null): Promise<string | null>;
};

export function createAgentSettings({ client: { agents, workspace } }: Companion): AgentSettings {
  return {
    saveProvider: (provider, entry) =>
      agents.saveProvider({ provider, ...entry }).then(() => null, failureText),
    checkProvider: (provider, entry) =>
      agents.checkProvider({ provider, ...entry }).catch((error: unknown) => ({
        ok: false,
        why: 'failed',
        problem: failureText(error),
        details: null,
      })),
    restoreKey: (provider) => agents.restoreKey({ provider }).then(() => null, failureText),
    saveParameter: (provider, name, value) =>
      agents.saveParameter({ provider, name, value }).then(() => null, failureText),
    setNewAgent: (agent) => agents.setNewAgent({ agent }).then(() => null, failureText),
    setDialect: (workspaceId, dialect) =>
      workspace.setDialect({ workspaceId, dialect }).then(() => null, failureText),
  };
}

export type ClientTokenSettings = {
  makeClientToken(): Promise<{ ok: true; token: string } | { ok: false; problem: string }>;
  /** Resolves to a problem for the person, or to null once they are revoked. */
  revokeClientTokens(): Promise<string | null>;
};

export function createClientTokenSettings(companion: Companion): ClientTokenSettings {
  return {
    makeClientToken: () =>
      companion.client.clientTokens.make(undefined, { context: { once: true } }).then(
        ({ token }) => ({ ok: true, token }),
        (error: unknown) => ({ ok: false, problem: failureText(error) }),
      ),
    revokeClientTokens: () => companion.client.clientTokens.revoke().then(() => null, failureText),
  };
}
