import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ListedModel, ProviderId, ProviderInfo } from '../../../../shared/providers/provider.ts';
import type { RequestParameter } from '../request-parameters.ts';

/** `baseUrl` has the form that its library expects; `parameters` go along with every request. */
export type Access = { apiKey: string; baseUrl: string; parameters: readonly RequestParameter[] };

/** Reads a list of models. Its code loads with the first list; rejects for what is none. */
type ReadList = (body: unknown) => Promise<ListedModel[]>;

/**
 * The request for the list of models, and how its response is read; best guess first. `more` is another address of the
 * same server, which may say more of the same models.
 */
export type ModelList = {
  url: string;
  headers: Record<string, string>;
  read: ReadList;
  more?: { url: string; read: ReadList };
};

/** What a server says of one of its models; `own` is the window that the model's file sets. */
export type ModelDescription = Omit<ListedModel, 'id'> & { ownWindow: number | null };

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
  /** Loads the provider's library on first use, since it is slow. `window` is how many tokens the model is to read. */
  languageModel: (access: Access, model: string, window: number | null) => Promise<LanguageModelV4>;
  models: (access: Access) => ModelList;
  /** Asks the server about one model, where the list says nothing; undefined where it does not tell. */
  describe?: (access: Access, model: string) => Promise<ModelDescription | undefined>;
};
