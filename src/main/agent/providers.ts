import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Problem } from '../../shared/workspace/workspace.ts';
import { anthropicModel } from './anthropic.ts';
import { createGuide } from './guide/guide.ts';

/** Who works in a chat: `name` and `model` are for people; the model is made when it is first needed. */
export type Agent = { name: string; model: string; languageModel: () => Promise<LanguageModelV4> };

/** An agent, or why there is none; `name` and `model` still say whom the person chose. */
export type AgentChoice =
  | { ok: true; agent: Agent }
  | { ok: false; name: string; model: string; problem: Problem };

type Environment = Record<string, string | undefined>;

/**
 * The agent that `guide` or `<provider>/<model>` names; nothing or blank is the guide. Reads
 * `ANTHROPIC_API_KEY` and `ANTHROPIC_BASE_URL` from `env`, never from the process.
 */
export function agentFor(agent: string | undefined, env: Environment): AgentChoice {
  const wanted = agent?.trim() ?? '';
  if (wanted === '' || wanted === 'guide') return { ok: true, agent: guide };
  const slash = wanted.indexOf('/');
  const provider = slash === -1 ? wanted : wanted.slice(0, slash);
  const model = slash === -1 ? '' : wanted.slice(slash + 1).trim();
  if (provider === 'anthropic') return claude(model, env);
  const todo = 'Set PARLEY_AGENT to guide or to anthropic/ and a model, and start Parley again.';
  return refused(provider, model, `There is no agent called ${provider}.`, todo);
}

const guide: Agent = {
  name: 'Parley',
  model: 'Built-in guide',
  languageModel: async () => createGuide(),
};

/** What people read of an agent, whether or not it can be had. */
export function agentLabel(choice: AgentChoice): { name: string; model: string } {
  const { name, model } = choice.ok ? choice.agent : choice;
  return { name, model };
}

function claude(model: string, env: Environment): AgentChoice {
  const name = 'Claude';
  if (model === '') {
    const todo = 'Set PARLEY_AGENT to anthropic/ and the name of a model, and start Parley again.';
    return refused(name, model, 'No model was chosen for Claude.', todo);
  }
  const apiKey = env.ANTHROPIC_API_KEY?.trim() ?? '';
  if (apiKey === '') {
    const todo = 'Set ANTHROPIC_API_KEY and start Parley again, or set PARLEY_AGENT to guide.';
    return refused(name, model, 'There is no key for Claude.', todo);
  }
  const baseURL = anthropicBaseURL(env.ANTHROPIC_BASE_URL);
  if (baseURL === undefined) {
    const todo =
      'Set ANTHROPIC_BASE_URL to an address that begins with http:// or https://, or leave it out.';
    return refused(name, model, 'The address set for Claude cannot be used.', todo);
  }
  return {
    ok: true,
    agent: { name, model, languageModel: () => anthropicModel({ apiKey, baseURL, model }) },
  };
}

function refused(name: string, model: string, what: string, todo: string): AgentChoice {
  return { ok: false, name, model, problem: { what, kept: 'Your message is kept.', todo } };
}

/** The address with `/v1` at its end, as the library wants it; other programs set it without. */
function anthropicBaseURL(set: string | undefined): string | undefined {
  const wanted = set?.trim() || 'https://api.anthropic.com';
  if (!/^https?:$/.test(URL.parse(wanted)?.protocol ?? '')) return undefined;
  const base = wanted.replace(/\/+$/, '');
  return base.endsWith('/v1') ? base : `${base}/v1`;
}
