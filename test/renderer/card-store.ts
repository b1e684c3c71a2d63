import type { CardCalls } from '../../src/renderer/cards/store/card-kinds.ts';
import { type CardStore, createCardStore } from '../../src/renderer/cards/store/card-store.ts';
import { silentCalls } from '../../gallery/gallery-store.ts';
import type { Timing } from '../../src/renderer/page-timing.ts';

/** A store without cards; of its calls, those not given keep nothing and never end. */
export function cardStoreWith(calls: Partial<CardCalls>, timing: Timing): CardStore {
  return createCardStore({ ...silentCalls, ...calls }, timing);
}
