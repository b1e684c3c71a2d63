import type { PersonEnvironment } from '../../shared/contract/environment.ts';
import { vendors } from '../agents/external/vendors/vendors.ts';
import { providers } from '../agents/model/providers/registry.ts';
import type { Environment } from '../commands/command-environment.ts';
import { LoginShell } from '../commands/login-environment.ts';
import { PersonShell } from '../commands/person-shell.ts';
import { namesProxies, readProxySettings, shownProxy } from '../network/proxy-settings.ts';
import type { Platform } from './platform.ts';

/** Names under which programs of other providers, and agents of other vendors, look for keys. */
const otherKeys = `
  AI_GATEWAY_API_KEY AMP_API_KEY AWS_BEARER_TOKEN_BEDROCK AZURE_API_KEY AZURE_OPENAI_API_KEY CEREBRAS_API_KEY
  CLAUDE_CODE_OAUTH_TOKEN COHERE_API_KEY COPILOT_GITHUB_TOKEN CURSOR_API_KEY DEEPINFRA_API_KEY DEEPSEEK_API_KEY
  FACTORY_API_KEY FIREWORKS_API_KEY GROQ_API_KEY MINIMAX_API_KEY MISTRAL_API_KEY NVIDIA_API_KEY OPENCODE_API_KEY
  OPENROUTER_API_KEY PERPLEXITY_API_KEY REPLICATE_API_TOKEN TOGETHER_API_KEY VENICE_API_KEY XAI_API_KEY ZAI_API_KEY
  ZHIPU_API_KEY`;

/** Names of variables with keys, which nothing gets that an agent has started. */
export const keyVariables: readonly string[] = [
  ...new Set([
    ...Object.values(providers).flatMap(({ keyVariable }) => keyVariable ?? []),
    ...vendors.flatMap(({ preset }) => preset?.keys ?? []),
    ...otherKeys.trim().split(/\s+/),
  ]),
];

/** Makes the person's login shell; windows are told what became of it. */
export function createLoginShell({ options: { env, readLogin }, emit, logger }: Platform): LoginShell {
  const login: LoginShell = new LoginShell({
    env,
    secrets: keyVariables,
    readLogin,
    onRead({ problem }) {
      if (problem !== null) {
        const { reason, used } = problem;
        logger.info('login shell not read', { shell: login.shell.file, reason: reason.type, used });
      }
      emit({ type: 'environment-changed', environment: personEnvironment(login, env) });
    },
  });
  return login;
}

/** Makes what runs programs for agents, with the keys that the person lets through. */
export function createShell({ options: { env }, stores }: Platform, login: LoginShell): PersonShell {
  return new PersonShell({
    login,
    env,
    secrets: keyVariables,
    passed: () => stores.settings.read().commandVariables,
  });
}

/** Returns the proxies that requests go by, as far as they are known: those of the login shell where nothing else says. */
export function proxiesInUse(login: LoginShell, env: Environment) {
  return readProxySettings(namesProxies(env) ? env : (login.known()?.environment ?? env));
}

/** Returns what is known of the person's environment so far. */
export function personEnvironment(login: LoginShell, env: Environment): PersonEnvironment {
  const { name, file, insteadOf } = login.shell;
  const { settings, problems } = proxiesInUse(login, env);
  const proxy = settings.https ?? settings.http;
  return {
    shell: { name, file, insteadOf, problem: login.known()?.problem ?? null },
    proxy: proxy === null ? null : shownProxy(proxy),
    proxyProblem: problems[0]?.problem ?? null,
  };
}
