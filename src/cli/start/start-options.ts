/** `open`: whether the person's browser may be opened. */
export type StartOptions = {
  version: string;
  browser?: boolean;
  port?: number;
  open: boolean;
  dataDir?: string;
  workspace?: string;
  /** `parley://workspace/<id>` */
  link?: string;
};
