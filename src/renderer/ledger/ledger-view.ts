import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  LedgerEntry,
  LedgerFacets,
  LedgerOverview,
  LedgerSearch,
} from '../../shared/ledger/ledger-entry.ts';
import type { Companion } from '../companion.ts';
import { failureText } from '../connection/connection.ts';

/** Null where a filter matches everything. `days` counts today as the first. */
export type LedgerFilters = {
  query: string;
  folder: string | null;
  agent: string | null;
  kind: NonNullable<LedgerSearch['kind']> | null;
  outcome: NonNullable<LedgerSearch['outcome']> | null;
  days: number | null;
};

export const noFilters: LedgerFilters = {
  query: '',
  folder: null,
  agent: null,
  kind: null,
  outcome: null,
  days: null,
};

/** `entries` is null until the first answer. */
type LedgerState = {
  filters: LedgerFilters;
  facets: LedgerFacets;
  entries: readonly LedgerEntry[] | null;
  /** Null until it is known. */
  overview: DaysOverview | null;
  hasMore: boolean;
  problem: string | null;
  /** The last completed action, for the person. */
  done: string | null;
};

/** The overview with the begins of its days. */
type DaysOverview = LedgerOverview & { begins: readonly number[] };

export type ExportFormat = 'json' | 'md';

export type LedgerView = {
  state: StoreApi<LedgerState>;
  filter(change: Partial<LedgerFilters>): void;
  /** Searches again after something was decided. */
  refresh(): void;
  loadMore(): void;
  /** All results as one document; null where that failed, which is then shown. */
  exported(format: ExportFormat): Promise<string | null>;
  /** Deletes what was decided before a time in milliseconds since 1970. */
  prune(before: number): void;
};

type LedgerCalls = Companion['client']['ledger'];

/** `now` returns the time in milliseconds since 1970. */
export function createLedgerView(ledger: LedgerCalls, now: () => number): LedgerView {
  const state = createStore<LedgerState>(() => ({
    filters: noFilters,
    facets: { folders: [], agents: [] },
    entries: null,
    overview: null,
    hasMore: false,
    problem: null,
    done: null,
  }));
  const fail = (error: unknown) => state.setState({ problem: failureText(error) });
  const search = () => searchOf(state.getState().filters, now());
  let asked = 0;

  /** Only the newest search counts; a late answer belongs to an older query. */
  async function load(before?: number): Promise<void> {
    asked += 1;
    const mine = asked;
    const kept = before === undefined ? [] : (state.getState().entries ?? []);
    try {
      const page = await ledger.search({ ...search(), before });
      if (mine !== asked) return;
      state.setState({ entries: [...kept, ...page.entries], hasMore: page.hasMore, problem: null });
    } catch (error) {
      if (mine === asked) fail(error);
    }
  }

  function refresh(): void {
    void load();
    ledger.facets().then((facets) => state.setState({ facets }), fail);
    overviewAt(ledger, now()).then((overview) => state.setState({ overview }), fail);
  }

  return {
    state,
    filter(change) {
      state.setState(({ filters }) => ({ filters: { ...filters, ...change }, done: null }));
      void load();
    },
    refresh,
    loadMore: () => void load(state.getState().entries?.at(-1)?.id),
    async exported(format) {
      try {
        return (await ledger.export({ ...search(), format })).text;
      } catch (error) {
        fail(error);
        return null;
      }
    },
    prune(before) {
      ledger.prune({ before }).then(({ removed }) => {
        state.setState({ done: removedText(removed), problem: null });
        refresh();
      }, fail);
    },
  };
}

/** Returns the search for a set of filters at a time. */
export function searchOf(
  { query, folder, agent, kind, outcome, days }: LedgerFilters,
  now: number,
): LedgerSearch {
  return {
    query,
    ...(folder !== null && { folder }),
    ...(agent !== null && { agent }),
    ...(kind !== null && { kind }),
    ...(outcome !== null && { outcome }),
    ...(days !== null && { since: startOf(now, days) }),
  };
}

async function overviewAt(ledger: LedgerCalls, now: number): Promise<DaysOverview> {
  const begins = overviewDays(now);
  return { ...(await ledger.overview({ days: begins })), begins };
}

/** The begins of the days of the overview, in milliseconds since 1970: today and the thirteen before it. */
export function overviewDays(now: number): number[] {
  return Array.from({ length: 14 }, (_, index) => startOf(now, 14 - index));
}

function startOf(now: number, days: number): number {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1).getTime();
}

function removedText(count: number): string {
  if (count === 0) return 'Nothing is that old.';
  return count === 1 ? '1 decision was deleted.' : `${count} decisions were deleted.`;
}
