import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderId, ProviderInfo } from '../../../../shared/providers/provider.ts';

/** The access that a request needs. `baseUrl` has the form that its library expects. */
export type Access = { apiKey: string; baseUrl: string };

/** The request for the list of models, and how its answer is read. Names of models, best guess first. */
export type ModelList = {
  url: string;
  headers: Record<string, string>;
  read: (body: unknown) => string[];
};

/** One provider of models: everything Parley knows of it. */
export type Provider = {
  id: ProviderId;
  /** The display name; in a chat it is the agent's name. */
  name: string;
  needsKey: ProviderInfo['needsKey'];
  keyVariable: string | null;
  addressVariable: string;
  /** The address where none is set; empty where a person must set one. */
  usualAddress: string;
  /** The address as the library wants it, from whichever form a person gave; undefined if unusable. */
  baseUrl: (address: string) => string | undefined;
  /** Loads the provider's library, which would slow the start down. */
  languageModel: (access: Access, model: string) => Promise<LanguageModelV4>;
  /** True when a model takes images in a message, by its name. */
  seesImages: (model: string) => boolean;
  models: (access: Access) => ModelList;
};
