import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { press, readToEnd, untilArmed } from '../support/chat.ts';
import type { AppStory } from './state.ts';

const trustCard = (page: Page, title: 'Trust' | 'Still trust') =>
  page.getByRole('region', { name: `${title} tiny-parser?`, exact: true });

const servers = {
  mcpServers: {
    'project-files': { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] },
    notes: {
      command: 'node',
      args: ['scripts/notes-server.mjs'],
      env: { NOTES_LEVEL: '${NOTES_LEVEL:-info}' },
    },
    issues: { url: 'https://mcp.example.com/issues', headers: { Authorization: 'Bearer ${ISSUES_TOKEN}' } },
  },
};

const releaseNotes =
  '---\ndescription: Write release notes, when a version is prepared\n---\nRead the commits since the last tag.';

export const folderTrust: AppStory = {
  name: 'Trust in a folder',
  agent: 'claude',
  prepare({ workspaceDir }) {
    const put = (path: string, text: string) => {
      mkdirSync(join(workspaceDir, path, '..'), { recursive: true });
      writeFileSync(join(workspaceDir, path), text);
    };
    put('.mcp.json', JSON.stringify(servers));
    put('scripts/notes-server.mjs', 'serve()');
    put('.parley/tools/deploy.mjs', 'export default {}');
    put('.claude/commands/review.md', 'Review it');
    put('.claude/skills/release-notes/SKILL.md', releaseNotes);
    put('.git/HEAD', 'ref: refs/heads/main\n');
    put('.git/objects/info/none', '');
    put('.git/config', '[core]\n\thooksPath = .githooks\n');
  },
  states: [
    {
      name: 'trust-asks',
      title: 'A folder with servers, tools and slash commands of its own',
      widths: ['narrow', 'phone', 'medium', 'page', 'wide'],
      async reach({ page }) {
        await expect(trustCard(page, 'Trust')).toBeVisible();
        await untilArmed(trustCard(page, 'Trust'));
      },
    },
    {
      name: 'trust-asks-again',
      title: 'A trusted folder of which a file has changed',
      async reach({ page, workspaceDir }) {
        const card = trustCard(page, 'Trust');
        await readToEnd(card, 'Trust folder');
        await press(card, 'Trust folder');
        await expect(card).toBeHidden();
        writeFileSync(join(workspaceDir, 'scripts/notes-server.mjs'), 'serve(more)');
        await page.reload();
        await expect(trustCard(page, 'Still trust')).toBeVisible();
      },
    },
  ],
};
