import { argvOf } from './argv.ts';
import { needsThePerson } from './command-limits.ts';
import { lineEffects } from './line-effects.ts';
import type { AskReason } from './permission.ts';
import { readingCommand } from './reading-command.ts';

/** Returns why one command asks that no rule answers, by its words alone. */
export function askReasonOf(line: string): AskReason {
  const argv = argvOf(line);
  const effects = lineEffects(line);
  const [gravest] = effects;
  if (argv === undefined || gravest === undefined) return { type: 'shell' };
  if (readingCommand(argv) !== undefined) return { type: 'reads' };
  // What an option does says more than what its program does.
  const [most, ...alike] = effects.filter(({ effect }) => effect === gravest.effect).toReversed();
  const others = effects.filter(({ effect }) => effect !== gravest.effect);
  const says = [most ?? gravest, ...alike, ...others].map(({ reason }) => reason);
  return { type: 'does', effect: gravest.effect, says, never: needsThePerson(argv) };
}
