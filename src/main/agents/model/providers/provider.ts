import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderId, ProviderInfo } from '../../../../shared/providers/provider.ts';

/** `baseUrl` has the form that its library expects. */
export type Access = { apiKey: string; baseUrl: string };

/** The request for the list of models, and how its response is read; best guess first. */
export type ModelList = {
  url: string;
  headers: Record<string, string>;
  read: (body: unknown) => string[];
};

/** Everything that Parley knows of a provider. */
export type Provider = {
  id: ProviderId;
  /** The display name, also of the agent in a chat. */
  name: string;
  needsKey: ProviderInfo['needsKey'];
  keyVariable: string | null;
  addressVariable: string;
  /** The default address; empty where a person must set one. */
  usualAddress: string;
  /** Returns the address as the library wants it; undefined if unusable. */
  baseUrl: (address: string) => string | undefined;
  /** Loads the provider's library on first use, since it is slow. */
  languageModel: (access: Access, model: string) => Promise<LanguageModelV4>;
  /** True for a model that takes images, judging by its name. */
  seesImages: (model: string) => boolean;
  models: (access: Access) => ModelList;
};
