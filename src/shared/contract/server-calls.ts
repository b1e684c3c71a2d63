import { z } from 'zod';
import { serverDetailsSchema } from '../mcp-servers/server-info.ts';
import { failures } from './failures.ts';
import { call } from './call.ts';

const ofServer = { id: z.string().max(5_000) };

/** The calls about the MCP servers that chats use. */
export const serverCalls = {
  /** Reads the files that name servers again; what has changed arrives with the app's events. */
  refresh: call,
  /** Returns what a server offers and logged; null where there is none of this id. */
  details: call.input(z.object(ofServer)).output(serverDetailsSchema.nullable()),
  /**
   * Puts servers into the person's file, in the shape that READMEs have them, and starts them. Ends in `servers-refused` for what is
   * none, and where the file can't be read.
   */
  add: call
    .errors({ 'servers-refused': failures['servers-refused'] })
    .input(z.object({ text: z.string().max(100_000) })),
  /**
   * Begins to sign in to a server; its info then has the address to open. Ends in `sign-in-failed` where there is no
   * way to sign in.
   */
  signIn: call.errors({ 'sign-in-failed': failures['sign-in-failed'] }).input(z.object(ofServer)),
  /** Ends the wait for a sign in that `signIn` began. */
  cancelSignIn: call.input(z.object(ofServer)),
  /**
   * Forgets what a server granted, ends the connection to it, and has the server end the grant. Where it does not,
   * this ends in `grant-not-revoked`, and is signed out all the same.
   */
  signOut: call.errors({ 'grant-not-revoked': failures['grant-not-revoked'] }).input(z.object(ofServer)),
  /** Ends a server and starts it at once; resolves when that went well or not. */
  retry: call.input(z.object(ofServer)),
};
