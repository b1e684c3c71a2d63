import type { CommandId, ZoomCommand } from '../shared/commands/command.ts';
import { agreedFrame, type DesktopMessage } from '../shared/host/host.ts';

/** Interface that the preload script gives to the page; absent in a browser. */
type ParleyHost = {
  kind: 'electron';
  platform: string;
  /** Asks the person for a folder in the system's own dialog; null when they would rather not. */
  chooseFolder(): Promise<string | null>;
  zoom(command: ZoomCommand): void;
  /** Sets the commands that the menu offers now. */
  offerCommands(ids: CommandId[]): void;
  /** Starts the version that was offered. */
  restart(): void;
  onMessage(listener: (message: DesktopMessage) => void): void;
};

declare global {
  interface Window {
    readonly parleyHost?: ParleyHost;
  }
}

/** Opens an address that the person agreed to in their browser; the desktop knows it by the name of its frame. */
export function openOutside(address: string): void {
  if (window.parleyHost === undefined) window.open(address, '_blank', 'noopener,noreferrer');
  else window.open(address, agreedFrame);
}

export const hostKind = window.parleyHost === undefined ? 'browser' : 'desktop';
