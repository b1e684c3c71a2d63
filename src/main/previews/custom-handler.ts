import { ToolError } from '../folder/tool-error.ts';
import type { StoredCustom } from '../storage/action-store.ts';
import type { ResolveHandler } from './resolve-handler.ts';

/** Returns the handler of what a custom tool staged, where the tool that would carry it out is gone. */
export function customHandler({ shown }: StoredCustom): ResolveHandler {
  const { label, sourceToolName, state } = shown;
  return {
    label,
    sourceToolName,
    async apply() {
      throw new ToolError(
        state.type === 'carrying-out'
          ? `Parley ended while ${sourceToolName} applied this. Nobody knows how far it came.`
          : `${sourceToolName} no longer runs, so this can’t be applied. Nothing was changed. Call it again.`,
      );
    },
  };
}
