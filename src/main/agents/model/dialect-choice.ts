import { type DialectId, isDialectId } from '../../../shared/dialects/registry.ts';

/** The dialect that a workspace is fixed to, null for automatic, and its agent. */
type Chosen = { agent: string; dialect: DialectId | null };

/** The dialect of a chat: the fixed one, or the one its agent's model was made for. */
export function dialectOf({ agent, dialect }: Chosen): DialectId {
  return dialect ?? automaticDialect(agent);
}

/** `agent` is `guide` or `<provider>/<model>`; a model is known by its own name wherever it is served. */
function automaticDialect(agent: string): DialectId {
  const name = agent.trim().toLowerCase();
  const isGuide = name === '' || name === 'guide';
  if (isGuide || name.startsWith('anthropic/') || name.includes('claude')) return 'ask_user_question';
  return name.startsWith('google/') || name.includes('gemini') ? 'ask_user' : 'ask';
}

/** Returns the dialect that `PARLEY_DIALECT` fixes new workspaces to; null where it names none. */
export function dialectFromEnvironment(value: string | undefined): DialectId | null {
  const named = value?.trim();
  return isDialectId(named) ? named : null;
}
