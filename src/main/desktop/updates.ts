import type { TurnState } from '../../shared/workspace/turn-state.ts';

/** The releases for a desktop package. */
export type ReleaseFeed = {
  /** Resolves to the version of a newer release; undefined for none. */
  newest(): Promise<string | undefined>;
  /** Downloads the release found last. Rejects when that fails or the signal aborts. */
  download(signal: AbortSignal): Promise<void>;
};

type State =
  | { type: 'none' }
  /** Not downloaded yet: a turn runs, or the last download broke off. */
  | { type: 'found'; version: string }
  | { type: 'downloading'; version: string; ending: AbortController }
  | { type: 'ready'; version: string };

/** What runs and waits in a chat. */
export type ChatActivity = { turn: TurnState; commands: readonly unknown[]; waiting: number };

type UpdatesHost = {
  feed: ReleaseFeed;
  workspaces(): readonly ChatActivity[];
  /** Offers a restart into a version; null withdraws the offer. */
  offer(version: string | null): void;
  /** Quits Parley in order and starts the downloaded version. */
  restart(): void;
  log: { error(error: unknown): unknown };
};

/**
 * Downloads newer releases while nothing runs, and offers a restart while nothing waits either. It never restarts
 * by itself: `restart` is called by the person, and does nothing once something runs or waits again.
 */
export function createUpdates({ feed, workspaces, offer, restart, log }: UpdatesHost) {
  let state: State = { type: 'none' };
  let offered: string | null = null;

  const runs = () =>
    workspaces().some(({ turn, commands }) => turn.status === 'working' || commands.length > 0);
  const mayRestart = () => !runs() && workspaces().every(({ waiting }) => waiting === 0);

  function follow(): void {
    if (state.type === 'downloading' && runs()) state.ending.abort();
    if (state.type === 'found' && !runs()) void download(state.version);
    const version = state.type === 'ready' && mayRestart() ? state.version : null;
    if (version !== offered) offer(version);
    offered = version;
  }

  async function download(version: string): Promise<void> {
    const ending = new AbortController();
    state = { type: 'downloading', version, ending };
    try {
      await feed.download(ending.signal);
      state = { type: 'ready', version };
    } catch (error) {
      if (ending.signal.aborted) {
        state = { type: 'found', version };
      } else {
        // The next check tries again.
        state = { type: 'none' };
        log.error(error);
      }
    }
    follow();
  }

  return {
    /** Checks for a newer release, unless one is being downloaded or ready. */
    async check(): Promise<void> {
      if (state.type !== 'none') return;
      try {
        const version = await feed.newest();
        if (version !== undefined && state.type === 'none') state = { type: 'found', version };
      } catch (error) {
        // For example without a network.
        log.error(error);
      }
      follow();
    },
    /** To be called with every change of what runs or waits. */
    follow,
    /** The person accepts the offered restart. */
    restart(): void {
      follow();
      if (offered !== null) restart();
    },
    /** Aborts a download. */
    end(): void {
      if (state.type === 'downloading') state.ending.abort();
    },
  };
}
