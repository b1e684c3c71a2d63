import type { CommandId, ZoomCommand } from '../shared/commands/command.ts';
import { agreedFrame, type DesktopMessage } from '../shared/host/host.ts';

/** What the preload script gives to the page; absent in a browser. */
type ParleyHost = {
  kind: 'electron';
  platform: string;
  /** Asks for a folder in the system's dialog; null if the person cancels. */
  chooseFolder(): Promise<string | null>;
  zoom(command: ZoomCommand): void;
  /** Sets which menu items are enabled. */
  offerCommands(ids: CommandId[]): void;
  /** Starts the offered version. */
  restart(): void;
  onMessage(listener: (message: DesktopMessage) => void): void;
};

declare global {
  interface Window {
    readonly parleyHost?: ParleyHost;
  }
}

/** Opens an address that the person agreed to; the desktop recognises it by its frame's name. */
export function openOutside(address: string): void {
  if (window.parleyHost === undefined) window.open(address, '_blank', 'noopener,noreferrer');
  else window.open(address, agreedFrame);
}

export const hostKind = window.parleyHost === undefined ? 'browser' : 'desktop';
