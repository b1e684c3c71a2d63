/** npm's shell does not pass signals on, so under `npm run` this process ends itself once that shell is gone. */
export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 1_000).unref();
}
