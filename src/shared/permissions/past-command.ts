import { z } from 'zod';

/** The most commands that a rule is compared with before it is kept. */
export const mostPastCommands = 40;

/**
 * A command that an agent asked for or ran before. `coveredBy` are the ids of the choices whose rules would have let
 * it run, if they held for every agent.
 */
const pastCommandSchema = z.object({ line: z.string(), asker: z.string(), coveredBy: z.array(z.string()) });

/** The last commands of a folder, the newest last. */
export const pastCommandsSchema = z.array(pastCommandSchema).max(mostPastCommands);

export type PastCommand = z.infer<typeof pastCommandSchema>;
