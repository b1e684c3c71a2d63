import type { PlanRequests, Vendor } from './vendor.ts';

export const gemini: Vendor = {
  id: 'gemini',
  preset: {
    name: 'Gemini CLI',
    registryId: 'gemini',
    about: 'Google’s coding agent',
    program: 'gemini',
    package: '@google/gemini-cli',
    version: '0.61.0',
    entry: 'bundle/gemini.js',
    args: ['--acp'],
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    // It drops MCP servers of a session, and so injected tools, in a folder that it does not know as trusted.
    trustedEnv: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    key: {
      variable: 'GEMINI_API_KEY',
      label: 'Gemini API key',
      link: 'https://aistudio.google.com/apikey',
      method: { id: 'gemini-api-key', form: (key) => key },
    },
    signIn: 'Run “gemini” in a terminal and choose how to sign in.',
  },
  // Its tool for questions is left out over ACP.
  cannotAsk: true,
  loadsToolsBy: 'Run “gemini” in this folder and enter “/permissions trust”.',
  modes: { byItself: ['yolo'] },
  plans: { asksOn: 'proceed_once', file: planFile },
  mcpToolName: (server, tool) => `${tool} (${server} MCP Server)`,
};

/** Its request has no plan, but names the plan's file in the title; its model reads that file once it is approved. */
function planFile({ id, title, kind, content }: Parameters<NonNullable<PlanRequests['file']>>[0]) {
  if (!id.startsWith('exit_plan_mode') || kind !== 'other' || content.length > 0) return undefined;
  return /^Requesting plan approval for: (\/.+\.md|[A-Za-z]:[\\/].+\.md)$/.exec(title.trim())?.[1];
}
