import { z } from 'zod';
import type { SessionUpdate } from '../protocol.schema.ts';

/** Claude Code's words about a limit of its service, in `_meta` of a `usage_update`; times are in seconds since 1970. */
const limitKey = '_claude/rateLimit';
const limitSchema = z.looseObject({
  status: z.enum(['allowed', 'allowed_warning', 'rejected']),
  rateLimitType: z.string().optional().catch(undefined),
  resetsAt: z.number().optional().catch(undefined),
  utilization: z.number().optional().catch(undefined),
});

type Limit = z.infer<typeof limitSchema>;

/** What is said of a limit: the words, and when it resets, in milliseconds since 1970. */
type LimitNote = { title: string; resetsAt: number | undefined };

const names: ReadonlyMap<string, string> = new Map([
  ['five_hour', '5-hour limit'],
  ['seven_day', 'weekly limit'],
  ['seven_day_opus', 'weekly limit for Opus'],
  ['seven_day_sonnet', 'weekly limit for Sonnet'],
  ['seven_day_overage_included', 'weekly limit'],
  ['overage', 'limit for extra usage'],
]);

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
    const { data: limit } = limitSchema.safeParse(meta?.[limitKey]);
    if (limit === undefined || limit.status === 'allowed') return undefined;
    const now = this.#now();
    const resetsAt = timeOf(limit);
    if (resetsAt !== undefined && resetsAt <= now) return undefined;
    const reached = limit.status === 'rejected';
    const what = names.get(limit.rateLimitType ?? '') ?? 'usage limit';
    const said = this.#said.get(what);
    if (said !== undefined && said.until > now && (said.reached || !reached)) return undefined;
    const shown = resetsAt === undefined || resetsAt - now > longestWindow ? undefined : resetsAt;
    this.#said.set(what, { reached, until: shown ?? Number.POSITIVE_INFINITY });
    return {
      title: reached ? `The ${what} of ${this.#name} is reached.` : this.#nearly(what, limit),
      resetsAt: shown,
    };
  }

  #nearly(what: string, { utilization: used = 0 }: Limit): string {
    const percent = Math.floor(used * 100);
    return percent > 0 && percent < 100
      ? `${percent} % of the ${what} of ${this.#name} is used.`
      : `The ${what} of ${this.#name} is nearly reached.`;
  }
}

function timeOf({ resetsAt }: Limit): number | undefined {
  const time = (resetsAt ?? 0) * 1_000;
  return time > 0 && Number.isSafeInteger(Math.round(time)) ? Math.round(time) : undefined;
}
