/** For a person and a model. */
export const serverGone = 'This server is no longer there, or no longer trusted.';

/** A server can't be used now; the message is for a person and a model. */
export class ServerUnusable extends Error {
  override readonly name = 'ServerUnusable';
}

/** A server can't be used before the person signs in to it. */
export class SignInNeeded extends ServerUnusable {
  constructor() {
    super('It wants you to sign in.');
  }
}
