/** What the preload script tells the page; absent in a browser. */
export type ParleyHost = { kind: 'electron'; platform: string };

declare global {
  interface Window {
    readonly parleyHost?: ParleyHost;
  }
}
