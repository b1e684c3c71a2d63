/** Options of the browser host. Folders as the person wrote them, resolved against the working directory. */
export type BrowserHostOptions = {
  version: string;
  dataDir: string | undefined;
  workspace: string | undefined;
  /** A link to show in the windows of a companion that runs already. */
  link: string | undefined;
  /** 0 is any free one; `undefined` the one used last, if it is free. */
  port: number | undefined;
};

/** `address` is what a person opens; a `problem` is a sentence for a person. */
export type BrowserHostStart =
  | { status: 'ready'; address: string }
  | { status: 'already-running'; address: string; problem: string | undefined }
  | { status: 'failed'; problem: string };
