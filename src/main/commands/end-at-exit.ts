import { type CommandProcesses, killProcesses } from './processes.ts';

/**
 * Kills a command's processes if Parley exits while they run. Returns a function to call once they have ended.
 */
export function endAtExit(command: CommandProcesses): () => void {
  const kill = () => killProcesses(command);
  process.setMaxListeners(process.getMaxListeners() + 1);
  process.on('exit', kill);
  return () => {
    if (!process.listeners('exit').includes(kill)) return;
    process.off('exit', kill);
    process.setMaxListeners(process.getMaxListeners() - 1);
  };
}
