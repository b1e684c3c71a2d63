import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { grok } from './grok.ts';
import { kimi } from './kimi.ts';
import { openCode } from './opencode.ts';
import { qwen } from './qwen.ts';
import type { BackgroundChange, CallFacts, EndedCall, UsageLimit, Vendor } from './vendor.ts';

const copilot: Vendor = { id: 'copilot', cannotAsk: true };

/** The agents of which something special is known, in the order in which they are listed and tried. */
export const vendors: readonly Vendor[] = [
  claude,
  codex,
  gemini,
  openCode,
  qwen,
  kimi,
  cursor,
  grok,
  copilot,
];

export function vendorOf(id: string): Vendor | undefined {
  return vendors.find((vendor) => vendor.id === id);
}

/** Returns the first that a vendor knows; undefined where none does. */
export function firstOfVendors<Found>(find: (vendor: Vendor) => Found | undefined): Found | undefined {
  for (const vendor of vendors) {
    const found = find(vendor);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns what `_meta` says of a call, in the way of whichever agent. */
export function callFacts(meta: Record<string, unknown> | undefined): CallFacts {
  return meta === undefined ? {} : (firstOfVendors((vendor) => vendor.callFacts?.(meta)) ?? {});
}

/** Returns what a call leaves behind for the time between turns, or ends of that, in the way of whichever agent. */
export function backgroundChange(call: EndedCall): BackgroundChange | undefined {
  return firstOfVendors((vendor) => vendor.backgroundChange?.(call));
}

/** Returns what `_meta` of an update says of a limit that is near, or reached, in the way of whichever agent. */
export function usageLimit(meta: Record<string, unknown> | undefined): UsageLimit | undefined {
  return meta && firstOfVendors((vendor) => vendor.usageLimit?.(meta));
}
