/** An MCP client as its makers name it; two entries may be one product under several names. */
type KnownClient = {
  name: string;
  /** The names in its handshake, compared without case and separators. */
  handshakes: readonly string[];
  /** Reasons for a cancellation that mean it only gave up waiting, beyond the obvious ones. */
  timeouts?: readonly string[];
};

/** Names are from handshakes and from apify/mcp-client-capabilities; reasons were seen on the wire. */
const knownClients: readonly KnownClient[] = [
  { name: 'Claude Code', handshakes: ['claude-code'] },
  { name: 'Claude', handshakes: ['claude-ai', 'claude-desktop'] },
  {
    name: 'Codex',
    handshakes: ['codex-mcp-client', 'codex'],
    timeouts: ['MCP request cancelled by caller'],
  },
  { name: 'Gemini CLI', handshakes: ['gemini-cli-mcp-client', 'gemini-cli'] },
  { name: 'OpenCode', handshakes: ['opencode'] },
  { name: 'Cursor', handshakes: ['cursor-vscode', 'cursor'] },
  { name: 'Visual Studio Code', handshakes: ['visual-studio-code', 'vscode'] },
  { name: 'Visual Studio Code Insiders', handshakes: ['visual-studio-code-insiders'] },
  { name: 'Zed', handshakes: ['zed'] },
  { name: 'Windsurf', handshakes: ['windsurf', 'windsurf-client'] },
  { name: 'GitHub Copilot CLI', handshakes: ['github-copilot-developer', 'copilot-cli'] },
  {
    name: 'GitHub Copilot for JetBrains',
    handshakes: ['jetbrains-iu-copilot-intellij', 'jetbrains-jbc-copilot-intellij'],
  },
  { name: 'GitHub Copilot for Xcode', handshakes: ['xcode-copilot-xcode'] },
  { name: 'Qwen Code', handshakes: ['qwen-code', 'qwen-code-mcp-client', 'qwen-cli-mcp-client'] },
  { name: 'Cline', handshakes: ['cline'] },
  { name: 'Roo Code', handshakes: ['roo-code'] },
  { name: 'Kilo Code', handshakes: ['kilo-code'] },
  { name: 'Continue', handshakes: ['continue-client', 'continue-cli-client'] },
  { name: 'goose', handshakes: ['goose', 'goose-cli', 'goose-desktop'] },
  { name: 'Amp', handshakes: ['amp-mcp-client'] },
  { name: 'Crush', handshakes: ['crush'] },
  { name: 'Factory', handshakes: ['factory-cli'] },
  { name: 'Antigravity', handshakes: ['antigravity-client'] },
  { name: 'Amazon Q', handshakes: ['q-dev-cli'] },
  { name: 'ChatGPT', handshakes: ['chatgpt'] },
  { name: 'Le Chat', handshakes: ['mistral'] },
  { name: 'Raycast', handshakes: ['com.raycast.macos'] },
  { name: 'LibreChat', handshakes: ['@librechat/api-client'] },
  { name: 'Jan', handshakes: ['jan-streamable-client'] },
  { name: 'n8n', handshakes: ['@n8n/n8n-nodes-langchain.mcpclienttool'] },
  { name: 'Postman', handshakes: ['postman-client'] },
];

const byHandshake = new Map(
  knownClients.flatMap((client) => client.handshakes.map((name) => [comparable(name), client] as const)),
);

const timeouts = new Set(knownClients.flatMap((client) => client.timeouts ?? []));

/** Appended by mcp-remote to the name of the client behind it. */
const proxy = /\s*\(via mcp-remote [^)]*\)$/;

/** Finds a client by the name in its handshake, ignoring case and separators. */
export function knownClient(handshake: string): KnownClient | undefined {
  return byHandshake.get(comparable(handshake.replace(proxy, '')));
}

/**
 * True for a reason by which a known client says that it only gave up waiting. Clients are built into others with
 * other names, so the reason counts whoever gives it.
 */
export function isKnownTimeout(reason: string): boolean {
  return timeouts.has(reason.trim());
}

function comparable(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-');
}
