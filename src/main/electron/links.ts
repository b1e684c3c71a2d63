import { app } from 'electron';
import { linkScheme } from '../../shared/workspace/workspace-link.ts';

/** Registers this app with the system for addresses of our scheme. */
export function registerLinks(): void {
  const [, script] = process.argv;
  if (process.defaultApp && script !== undefined) {
    app.setAsDefaultProtocolClient(linkScheme, process.execPath, [app.getAppPath()]);
  } else {
    app.setAsDefaultProtocolClient(linkScheme);
  }
}

/** On a Mac links come as events, the first one perhaps before the app is ready; they wait for whoever listens. */
export function collectLinks(): { listen(listener: (link: string) => void): void } {
  const early: string[] = [];
  let take = (link: string): void => void early.push(link);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    take(link);
  });
  return {
    listen(listener) {
      take = listener;
      for (const link of early.splice(0)) listener(link);
    },
  };
}
