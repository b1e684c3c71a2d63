import { createContext, use } from 'react';

/** True while main can be reached. */
export const ConnectedContext = createContext(true);

/** Returns what a card says of a decision that is on its way to main. */
export function useSendingText(): string {
  return use(ConnectedContext) ? 'Sending…' : 'Not sent yet';
}
