import type { Remedy } from '../../../shared/workspace/turn-state.ts';
import type { Setup } from './provider-settings.ts';

/** The service that a failed request went to; undefined where unknown. */
export type FailedService =
  | (Pick<Setup, 'provider' | 'keyFrom' | 'addressFrom'> &
      Partial<Pick<Setup, 'apiKey' | 'parameters' | 'address'>>)
  | undefined;

export const retry: Remedy = { type: 'resume', verb: 'retry' };
export const goOn: Remedy = { type: 'resume', verb: 'resume' };
export const askAgain: Remedy = { type: 'resume', verb: 'ask-again' };
export const switchModel: Remedy = { type: 'switch-model' };
export const openModels: Remedy = { type: 'open-settings', part: 'models' };

/** The remedy that enters a key for a provider; none where the environment has it, or it takes none. */
export function changeKey(whom: FailedService): Remedy[] {
  if (whom === undefined || whom.keyFrom === 'environment' || whom.provider.needsKey === 'no') return [];
  return [{ type: 'change-key', provider: whom.provider.id, isNew: whom.keyFrom === 'none' }];
}
