import type { AppEvent } from '../../shared/contract/app-state.ts';
import type { Clock } from '../clock.ts';
import type { DataFolder } from '../folder/data-folder.ts';
import type { Logger } from '../log.ts';
import type { Stores } from '../storage/stores.ts';
import type { AppOptions } from './app-options.ts';

/** What every service may need, and what needs none of them. */
export type Platform = {
  options: AppOptions;
  stores: Stores;
  dataFolder: DataFolder;
  /** Emits an event to every window. */
  emit: (event: AppEvent) => void;
  /** Logs a bug and returns its reference in the log. */
  report: (error: unknown) => string;
  logger: Logger;
  clock: Clock;
};
