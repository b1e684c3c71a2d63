/**
 * Tests that start processes, wait for real time-outs, or try a thing hundreds of times: `npm run check` leaves
 * them to `npm test`.
 */
export const slowTests = [
  'scripts/build-lock.test.ts',
  'scripts/lint/rules.test.ts',
  'scripts/start-budget.test.ts',
  'src/cli/ask-user-question.test.ts',
  'src/cli/asking/ask.test.ts',
  'src/cli/print.test.ts',
  'src/cli/terminal/terminal.test.ts',
  'src/main/agents/acp/hosted-agents.test.ts',
  'src/main/agents/acp/hosted-asking.test.ts',
  'src/main/agents/acp/hosted-ends.test.ts',
  'src/main/agents/model/providers/endless-answers.test.ts',
  'src/main/commands/commands.test.ts',
  'src/main/commands/running-command.test.ts',
  'src/main/discovery/claim-data-dir.test.ts',
  'src/main/folder/edit-kills.test.ts',
  'src/main/folder/refused-paths.test.ts',
  'src/main/http/web-socket.test.ts',
  'src/main/outside/mcp/bridge-process.test.ts',
  'src/main/outside/mcp/bridge-without-parley.test.ts',
  'src/main/outside/mcp/mcp-cancel-touched.test.ts',
  'src/main/outside/mcp/mcp-cancel.test.ts',
  'src/main/outside/mcp/mcp-delivery.test.ts',
  'src/main/outside/mcp/mcp-folder.test.ts',
  'src/main/outside/mcp/mcp-review.test.ts',
  'src/main/outside/mcp/mcp.test.ts',
  'src/main/storage/data-folder-faults.test.ts',
  'src/main/storage/recovery/damaged-wal.test.ts',
  'src/main/storage/recovery/invalid-rows.test.ts',
  'src/main/storage/recovery/lost-pages.test.ts',
  'src/main/storage/recovery/recovery.test.ts',
  'src/main/tools/mcp-servers/hostile-server.test.ts',
  'src/main/tools/mcp-servers/server-tools.test.ts',
  'src/main/tools/run-command/run-command-changed.test.ts',
  'src/main/tools/run-command/run-command.test.ts',
  'src/renderer/ui/highlight/find-spans.test.ts',
];

/** Tests that put another module in the place of one, such as Electron, or that need one not to be loaded yet. */
export const ownModuleTests = [
  'src/main/electron/desktop-surface.test.ts',
  'src/main/electron/desktop.test.ts',
  'src/main/electron/ipc-port.test.ts',
  'src/main/electron/key-store.test.ts',
  'src/main/electron/main-window.test.ts',
  'src/main/electron/offer-updates.test.ts',
  'src/main/electron/own-frame.test.ts',
  'src/main/tools/ast-edit-missing.test.ts',
];
