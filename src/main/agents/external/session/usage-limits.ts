import type { SessionUpdate } from '../protocol.schema.ts';
import type { UsageLimit } from '../vendors/vendor.ts';
import { usageLimit } from '../vendors/vendors.ts';

/** What is said of a limit: the words, and when it resets, in milliseconds since 1970. */
type LimitNote = { title: string; resetsAt: number | undefined };

/** The time in which a limit resets at the latest, in milliseconds. */
const longestWindow = 40 * 24 * 3_600_000;

/** The limits of an agent's service: each is said once before it is reached, and once when it is, until it resets. */
export class UsageLimits {
  readonly #name: string;
  readonly #now: () => number;
  /** By the name of a limit: what was said of it, and until when that holds; without a time it holds to the end. */
  readonly #said = new Map<string, { reached: boolean; until: number }>();

  /** `name` is the agent's for people. */
  constructor(name: string, now: () => number) {
    this.#name = name;
    this.#now = now;
  }

  /** Returns what an update has to say of a limit that was not said yet. */
  noteIn({ _meta: meta }: SessionUpdate): LimitNote | undefined {
    const limit = usageLimit(meta);
    if (limit === undefined) return undefined;
    const { name, reached, resetsAt } = limit;
    const now = this.#now();
    if (resetsAt !== undefined && resetsAt <= now) return undefined;
    const said = this.#said.get(name);
    if (said !== undefined && said.until > now && (said.reached || !reached)) return undefined;
    const shown = resetsAt === undefined || resetsAt - now > longestWindow ? undefined : resetsAt;
    this.#said.set(name, { reached, until: shown ?? Number.POSITIVE_INFINITY });
    return {
      title: reached ? `The ${name} of ${this.#name} is reached.` : this.#nearly(limit),
      resetsAt: shown,
    };
  }

  #nearly({ name, used }: UsageLimit): string {
    const percent = Math.floor(used * 100);
    return percent > 0 && percent < 100
      ? `${percent} % of the ${name} of ${this.#name} is used.`
      : `The ${name} of ${this.#name} is nearly reached.`;
  }
}
