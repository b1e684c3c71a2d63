import { z } from 'zod';
import type { AgentAccount } from '../../../../shared/providers/external-agent.ts';
import type { SignInWay } from '../../../../shared/workspace/turn-state.ts';

/** The notification by which an agent says who is signed in (ACP's draft `authStatus`). */
export const statusMethod = '_auth/status_update';

const text = z.lazy(() => z.string().optional().catch(undefined));

const statusSchema = z.lazy(() =>
  z.object({
    authStatus: z.object({
      kind: z.string(),
      label: text,
      detail: text,
      account: z.object({ email: text, organization: text }).optional().catch(undefined),
    }),
  }),
);

/** The kind of a status by which nobody is signed in. */
const nobody = 'none';

/** The longest text of an account that is shown, in characters. */
const longestText = 200;

/** What an agent said as it was started: the ways to sign in to it, and whether it takes a sign-out. */
type Started = { ways: readonly SignInWay[]; signsOut: boolean };

type Known = Started & { status: 'unknown' | 'signed-out' | AgentAccount };

const unknown: Known = { ways: [], signsOut: false, status: 'unknown' };

/** Who is signed in to the agents, as they say it while they run. Kept in memory alone. */
export class AgentAccounts {
  readonly #known = new Map<string, Known>();

  noteStart(agent: string, started: Started): void {
    this.#known.set(agent, { ...this.#of(agent), ...started });
  }

  /** Takes a notification of an agent; any but one about its account is passed over. */
  noteNotified(agent: string, method: string, params: unknown): void {
    const read = method === statusMethod ? statusSchema.safeParse(params).data : undefined;
    if (read === undefined) return;
    const { kind, label = kind, detail, account } = read.authStatus;
    const who = account?.email ?? account?.organization ?? detail;
    const shown = { plan: inLine(label), who: who === undefined ? null : inLine(who) };
    this.#known.set(agent, { ...this.#of(agent), status: kind === nobody ? 'signed-out' : shown });
  }

  /** Forgets who is signed in, as that may have changed: the agent says it when it runs again. */
  forget(agent: string): void {
    this.#known.set(agent, { ...this.#of(agent), status: 'unknown' });
  }

  /** Returns who is signed in; null where nobody is, or the agent did not say. */
  account(agent: string): AgentAccount | null {
    const { status } = this.#of(agent);
    return typeof status === 'string' ? null : status;
  }

  /** True where the agent was seen to take a sign-out. */
  signsOut(agent: string): boolean {
    return this.#of(agent).signsOut;
  }

  /** Returns the ways to sign in to an agent that says that nobody is signed in; undefined for any other. */
  waysIn(agent: string): readonly SignInWay[] | undefined {
    const { status, ways } = this.#of(agent);
    return status === 'signed-out' ? ways : undefined;
  }

  #of(agent: string): Known {
    return this.#known.get(agent) ?? unknown;
  }
}

/** Returns true of the parameters of a status that says that nobody is signed in; undefined for what is no status. */
export function saysNobody(method: string, params: unknown): boolean | undefined {
  if (method !== statusMethod) return undefined;
  const read = statusSchema.safeParse(params).data;
  return read && read.authStatus.kind === nobody;
}

function inLine(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim().slice(0, longestText);
}
