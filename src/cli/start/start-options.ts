/** `open`: whether the person's browser may be opened. */
export type StartOptions = {
  version: string;
  browser?: boolean;
  port?: number;
  open: boolean;
  /** Leaves a companion that runs already as it is. */
  ifNotRunning?: boolean;
  dataDir?: string;
  workspace?: string;
  /** `parley://workspace/<id>` */
  link?: string;
};
