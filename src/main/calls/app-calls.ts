import type { AppEvent, AppState } from '../../shared/contract/app-state.ts';
import type { EventFeed } from '../feed/event-feed.ts';
import type { AskTimeouts } from '../questions/ask-timeouts.ts';
import type { SettingsStore } from '../storage/settings-store.ts';
import { completeFolder } from '../folder/complete-folder.ts';
import type { Calls } from './calls.ts';

export type AppCallParts = {
  feed: EventFeed<AppEvent>;
  state: () => AppState;
  settings: SettingsStore;
  timeouts: AskTimeouts;
  /** The list of tools that clients see while Parley is away. */
  listed: { update(): Promise<void> };
};

/** The calls about the whole app. */
export function appCalls(calls: Calls, { feed, state, settings, timeouts, listed }: AppCallParts) {
  return {
    watch: calls.app.watch.handler(({ input, signal }) => feed.subscribe(state, input.after, signal)),
    listFolders: calls.app.listFolders.handler(({ input }) => completeFolder(input.typed)),
    saveSettings: calls.app.saveSettings.handler(async ({ input }) => {
      settings.save(input);
      if (input.secondNames !== undefined) await listed.update();
      if (input.askTimeout === 0) timeouts.touchAll();
      feed.publish({ type: 'settings-changed', settings: settings.read() });
    }),
  };
}
