import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type ProviderId, providerIdSchema } from '../../../shared/providers/provider.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { Problem, Remedy } from '../../../shared/workspace/turn-state.ts';
import type { ModelFacts } from './model-table.ts';
import { changeKey, openModels, retry, switchModel } from './remedies.ts';
import type { Setup } from './provider-settings.ts';
import type { Access } from './providers/provider.ts';

/** `name` and `model` are for display; the model is made on first use. */
type Agent = { name: string; model: string; languageModel: () => Promise<LanguageModelV4> };

/** An agent, or why there is none; `name` and `model` still say what the person chose. */
export type AgentChoice =
  | { ok: true; agent: Agent }
  | { ok: false; name: string; model: string; problem: Problem };

/**
 * What agents work with: how providers are set up, how many tokens a model is to read, and whether commands of the
 * chat are confined.
 */
type AgentAccess = {
  setup: (id: ProviderId) => Setup;
  windowOf: (agent: string) => Promise<number | null>;
  confines: () => Promise<boolean>;
};

/**
 * Returns the agent for `guide` or `<provider>/<model>`; the guide for an empty name. A model's name may contain
 * slashes.
 */
export function agentFor(agent: string | undefined, { setup, windowOf, confines }: AgentAccess): AgentChoice {
  const requested = agent?.trim() ?? '';
  if (requested === '' || requested === 'guide') return { ok: true, agent: guideOf(confines) };
  const { provider: named, model } = splitAgent(requested);
  const provider = providerIdSchema.safeParse(named);
  if (provider.success) return modelOf(setup(provider.data), model, () => windowOf(requested));
  const todo = 'Choose another one.';
  return refused(named, model, {
    topic: 'agent',
    what: `There is no agent called ${named}.`,
    todo,
    remedies: [switchModel],
  });
}

/** Returns the provider of an agent's name; undefined for the guide and unknown names. */
export function providerOf(agent: string): ProviderId | undefined {
  return providerIdSchema.safeParse(splitAgent(agent).provider).data;
}

/** Returns an agent for the windows. */
export function describeAgent(agent: string, choice: AgentChoice, facts: ModelFacts): Workspace['agent'] {
  return {
    id: agent,
    ...agentLabel(choice),
    seesImages: facts.images,
    contextWindow: facts.contextWindow,
    thinks: facts.thinks,
    inLoop: true,
    plans: true,
  };
}

/** Returns the two halves of an agent's name; the model is empty where there is none. */
export function splitAgent(agent: string): { provider: string; model: string } {
  const slash = agent.indexOf('/');
  if (slash === -1) return { provider: agent, model: '' };
  return { provider: agent.slice(0, slash), model: agent.slice(slash + 1).trim() };
}

function guideOf(confines: AgentAccess['confines']): Agent {
  return {
    name: 'Guide',
    model: 'Built-in guide',
    languageModel: async () => (await import('./guide/guide.ts')).createGuide(confines),
  };
}

/** Returns the display names of an agent, also of one that is unavailable. */
export function agentLabel(choice: AgentChoice): { name: string; model: string } {
  const { name, model } = choice.ok ? choice.agent : choice;
  return { name, model };
}

function modelOf(setup: Setup, model: string, windowOf: () => Promise<number | null>): AgentChoice {
  const { provider } = setup;
  const { name } = provider;
  if (model === '') {
    const what = `No model was chosen for ${name}.`;
    return refused(name, model, { topic: 'model', what, todo: 'Choose one.', remedies: [switchModel] });
  }
  const access = accessOf(setup);
  if (!access.ok) return refused(name, model, access);
  const languageModel = async () => provider.languageModel(access.access, model, await windowOf());
  return { ok: true, agent: { name, model, languageModel } };
}

type Refusal = Pick<Problem, 'topic' | 'what' | 'todo' | 'remedies'>;

/** `todo` is for a chat, `here` for somebody who has Settings open. */
type AccessChoice = { ok: true; access: Access } | ({ ok: false; here: string } & Refusal);

/** Returns the access for a request, or sentences for a person about what is missing and what to do. */
export function accessOf(setup: Setup): AccessChoice {
  const { provider, apiKey, address, addressFrom, parameters } = setup;
  const { name, needsKey, keyVariable, addressVariable } = provider;
  const key = { topic: 'key', remedies: withSwitch(changeKey(setup)) } as const;
  if (needsKey === 'yes' && apiKey === '') {
    const todo = `Enter it here, or set ${keyVariable} and start Parley again.`;
    return { ok: false, ...key, what: `There is no key for ${name}.`, todo, here: 'Enter it first.' };
  }
  if (!/^[\x21-\x7e]*$/.test(apiKey)) {
    const todo = 'It contains spaces or signs that no key has. Copy it again.';
    return { ok: false, ...key, what: `The key for ${name} cannot be used.`, todo, here: todo };
  }
  const place = { topic: 'connection', remedies: withSwitch([openModels]) } as const;
  if (address === '') {
    const todo = `Enter it in Settings, or set ${addressVariable} and start Parley again.`;
    return { ok: false, ...place, what: `There is no address for ${name}.`, todo, here: 'Enter it first.' };
  }
  const baseUrl = provider.baseUrl(address);
  if (baseUrl !== undefined) return { ok: true, access: { apiKey, baseUrl, parameters } };
  const what = `The address set for ${name} cannot be used.`;
  const shape = 'an address that begins with http:// or https:// and has no password in it';
  if (addressFrom === 'environment') {
    const todo = `Set ${addressVariable} to ${shape}, and start Parley again.`;
    return { ok: false, ...place, remedies: withSwitch([]), what, todo, here: todo };
  }
  return { ok: false, ...place, what, todo: `In Settings, enter ${shape}.`, here: `Enter ${shape}.` };
}

/** Returns remedies and the change to another model; what only the environment mends is tried again after that. */
function withSwitch(remedies: readonly Remedy[]): Remedy[] {
  return [...(remedies.length === 0 ? [retry] : remedies), switchModel];
}

function refused(name: string, model: string, { topic, what, todo, remedies }: Refusal): AgentChoice {
  return { ok: false, name, model, problem: { topic, what, kept: 'Your message is kept.', todo, remedies } };
}
