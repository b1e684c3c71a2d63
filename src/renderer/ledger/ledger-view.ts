import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LedgerEntry } from '../../shared/ledger/ledger-entry.ts';
import type { Companion } from '../companion.ts';
import { failureText } from '../connection/connection.ts';

/** State of the page of decisions; `entries` is null until the first answer. */
export type LedgerState = {
  query: string;
  entries: readonly LedgerEntry[] | null;
  hasMore: boolean;
  problem: string | null;
  /** The last completed action, in words. */
  done: string | null;
};

export type ExportFormat = 'json' | 'md';

/** The page of decisions as one window looks at it. */
export type LedgerView = {
  state: StoreApi<LedgerState>;
  search(query: string): void;
  /** Looks again for what was found, as something was decided meanwhile. */
  refresh(): void;
  loadMore(): void;
  /** Everything that is found, as one document; null where that failed, which is said. */
  exported(format: ExportFormat): Promise<string | null>;
  /** Deletes what was decided before a time, in milliseconds since 1970. */
  prune(before: number): void;
};

type LedgerCalls = Companion['client']['ledger'];

export function createLedgerView(ledger: LedgerCalls): LedgerView {
  const state = createStore<LedgerState>(() => ({
    query: '',
    entries: null,
    hasMore: false,
    problem: null,
    done: null,
  }));
  let asked = 0;

  /** Only the newest search counts; one that comes late is of words nobody looks for any more. */
  async function load(before?: number): Promise<void> {
    asked += 1;
    const mine = asked;
    const { query, entries } = state.getState();
    const kept = before === undefined ? [] : (entries ?? []);
    try {
      const page = await ledger.search({ query, before });
      if (mine !== asked) return;
      state.setState({ entries: [...kept, ...page.entries], hasMore: page.hasMore, problem: null });
    } catch (error) {
      if (mine === asked) state.setState({ problem: failureText(error) });
    }
  }

  return {
    state,
    search(query) {
      state.setState({ query, done: null });
      void load();
    },
    refresh: () => void load(),
    loadMore: () => void load(state.getState().entries?.at(-1)?.id),
    async exported(format) {
      try {
        return (await ledger.export({ query: state.getState().query, format })).text;
      } catch (error) {
        state.setState({ problem: failureText(error) });
        return null;
      }
    },
    prune(before) {
      ledger.prune({ before }).then(
        ({ removed }) => {
          state.setState({ done: removedText(removed), problem: null });
          void load();
        },
        (error: unknown) => state.setState({ problem: failureText(error) }),
      );
    },
  };
}

function removedText(count: number): string {
  if (count === 0) return 'Nothing was that old.';
  return count === 1 ? '1 decision was deleted.' : `${count} decisions were deleted.`;
}
