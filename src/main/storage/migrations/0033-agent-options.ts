/**
 * Adds what hosted agents can be told: in each folder the `options` and `commands` that an agent gave last, and the
 * values that the person has `chosen`, by the ids of the options.
 */
export const agentOptions = `
CREATE TABLE agent_options (
  agent TEXT NOT NULL,
  folder TEXT NOT NULL,
  options TEXT NOT NULL,
  commands TEXT NOT NULL,
  chosen TEXT NOT NULL,
  PRIMARY KEY (agent, folder)
) STRICT;
`;
