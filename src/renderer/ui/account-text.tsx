import type { AgentAccount } from '../../shared/providers/external-agent.ts';
import { VisibleText } from './visible-text.tsx';

/** Who is signed in to an agent, in its own words. */
export function AccountText({ account: { plan, who } }: { account: AgentAccount }) {
  return <VisibleText text={who === null ? plan : `${plan} · ${who}`} layout="line" />;
}
