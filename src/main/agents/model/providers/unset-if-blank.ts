/**
 * Removes a blank variable from the process's environment. The providers' libraries read theirs when they are
 * loaded and fail on one that is set to nothing, whatever address they are given.
 */
export function unsetIfBlank(variable: string): void {
  if (process.env[variable]?.trim() === '') delete process.env[variable];
}
