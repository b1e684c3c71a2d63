import type { IDisposable, IParser } from '@xterm/xterm';

/** The sequences whose count is work for the page, and more than any program means by it. */
const counted = ['@', 'P', 'X', 'b', 'I', 'Z', 'L', 'M', 'S', 'T'];
const mostRepeats = 1_000;

/** Commands to the terminal about colours, which are the theme's: set, ask for, put back. */
const colourCommands = [4, 5, 10, 11, 12, 104, 110, 111, 112];

/** Commands about titles, icons and the clipboard. */
const outsideCommands = [0, 1, 2, 52];

/**
 * Has a terminal leave out what a program could use to reach beyond it, to change how all of it looks, or to keep the page
 * busy. Of what a terminal answers by itself, the place of its cursor and what it is are left.
 */
export function keepInside(parser: IParser): IDisposable[] {
  const leftOut = () => true;
  return [
    ...[...colourCommands, ...outsideCommands].map((command) => parser.registerOscHandler(command, leftOut)),
    ...counted.map((final) =>
      parser.registerCsiHandler({ final }, ([count]) => typeof count === 'number' && count > mostRepeats),
    ),
    // Reports about the window, its title among them; about modes and settings.
    parser.registerCsiHandler({ final: 't' }, leftOut),
    parser.registerCsiHandler({ intermediates: '$', final: 'p' }, leftOut),
    parser.registerCsiHandler({ prefix: '?', intermediates: '$', final: 'p' }, leftOut),
    parser.registerDcsHandler({ intermediates: '$', final: 'q' }, leftOut),
  ];
}
