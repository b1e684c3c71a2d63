import { type DialectId, isDialectId } from '../../../shared/dialects/registry.ts';

/** `dialect` is the fixed one, null for automatic. */
type Chosen = { agent: string; dialect: DialectId | null };

/** Returns the dialect of a chat: the fixed one, or the one its model was trained for. */
export function dialectOf({ agent, dialect }: Chosen): DialectId {
  return dialect ?? automaticDialect(agent);
}

/** `agent` is `guide` or `<provider>/<model>`; a model is recognised by its name wherever it is served. */
function automaticDialect(agent: string): DialectId {
  const name = agent.trim().toLowerCase();
  const isGuide = name === '' || name === 'guide';
  if (isGuide || name.startsWith('anthropic/') || name.includes('claude')) return 'ask_user_question';
  return name.startsWith('google/') || name.includes('gemini') ? 'ask_user' : 'ask';
}

/** Returns the dialect that `PARLEY_DIALECT` fixes new workspaces to; null for none. */
export function dialectFromEnvironment(value: string | undefined): DialectId | null {
  const named = value?.trim();
  return isDialectId(named) ? named : null;
}
