import { illFormed } from './ill-formed.ts';
import { ToolError } from './tool-error.ts';

/** Throws a ToolError where any text of a tool's input has half of a character; it names the text by its way there. */
export function refuseIllFormed(value: unknown, where = ''): void {
  if (typeof value === 'string') {
    const problem = illFormed(where, value);
    if (problem !== undefined) throw new ToolError(`${problem} Write the whole character and try again.`);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) refuseIllFormed(item, `${where}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      refuseIllFormed(item, where === '' ? key : `${where}.${key}`);
  }
}
