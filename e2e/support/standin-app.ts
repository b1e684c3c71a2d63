import type * as Electron from 'electron';

type MenuItem = { label: string; accelerator?: string; submenu?: MenuItem[]; role?: string };
type TrayRecord = { what: string; value?: unknown };

/** What was asked of the desktop, and what a person does there. */
export type StandinApp = {
  recorded: {
    notifications: { title: string; body: string }[];
    badge: number | undefined;
    menus: MenuItem[][];
    tray: TrayRecord[];
    externalUrls: string[];
    dialogs: { method: string; options: { message?: string; buttons?: string[] } }[];
    windowOptions: { x?: number; y?: number; width: number; height: number }[];
  };
  evaluate<Result, Argument>(
    run: (electron: typeof Electron, argument: Argument) => Result,
    argument?: Argument,
  ): Promise<Result>;
  emitNotification(index: number, event: 'click'): Promise<void>;
  emitTray(index: number, event: 'click'): Promise<void>;
  queueDialog(method: string, result: unknown): Promise<void>;
  openUrl(url: string): Promise<void>;
  /** What windows may do, measured from inside and outside of them. */
  securityReport(): Promise<{
    windows: { permissions: { grantedToForeignOrigin: Record<string, boolean | string> } }[];
  }>;
  waitForEvent(name: 'window' | 'close'): Promise<unknown>;
};

export function isStandin(app: object): app is StandinApp {
  return 'recorded' in app && 'emitTray' in app;
}
