import { z } from 'zod';
import type { UsageLimit } from './vendor.ts';

/** Claude Code's words about a limit of its service, in `_meta` of a `usage_update`; times are in seconds since 1970. */
const limitKey = '_claude/rateLimit';
const limitSchema = z.looseObject({
  status: z.enum(['allowed', 'allowed_warning', 'rejected']),
  rateLimitType: z.string().optional().catch(undefined),
  resetsAt: z.number().optional().catch(undefined),
  utilization: z.number().optional().catch(undefined),
});

const names: ReadonlyMap<string, string> = new Map([
  ['five_hour', '5-hour limit'],
  ['seven_day', 'weekly limit'],
  ['seven_day_opus', 'weekly limit for Opus'],
  ['seven_day_sonnet', 'weekly limit for Sonnet'],
  ['seven_day_overage_included', 'weekly limit'],
  ['overage', 'limit for extra usage'],
]);

export function usageLimit(meta: Record<string, unknown>): UsageLimit | undefined {
  const { data: limit } = limitSchema.safeParse(meta[limitKey]);
  if (limit === undefined || limit.status === 'allowed') return undefined;
  const time = Math.round((limit.resetsAt ?? 0) * 1_000);
  return {
    name: names.get(limit.rateLimitType ?? '') ?? 'usage limit',
    reached: limit.status === 'rejected',
    resetsAt: time > 0 && Number.isSafeInteger(time) ? time : undefined,
    used: limit.utilization ?? 0,
  };
}
