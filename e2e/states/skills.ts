import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { button, composer, openFolder, press, readToEnd, send, untilSaid } from '../support/chat.ts';
import { openSettings } from '../support/pages.ts';
import { answer, say } from '../support/provider.ts';
import type { AppStory } from './state.ts';

const releaseNotes = `---
name: release-notes
description: Write release notes. Use when a version is prepared or the changelog is edited.
argument-hint: "[version]"
---
Read the commits since the last tag, and say first what a reader gains.
`;

const houseStyle = `---
description: How names, errors and comments are written here
---
Short words first.
`;

export const skills: AppStory = {
  name: 'Skills',
  agent: 'claude',
  prepare({ workspaceDir }) {
    for (const [name, text] of [
      ['release-notes', releaseNotes],
      ['house-style', houseStyle],
    ] as const) {
      mkdirSync(join(workspaceDir, '.claude/skills', name), { recursive: true });
      writeFileSync(join(workspaceDir, '.claude/skills', name, 'SKILL.md'), text);
    }
  },
  states: [
    {
      name: 'skills-listed',
      title: 'Skills of a trusted folder among the commands',
      async reach({ page }) {
        const card = page.getByRole('region', { name: 'Trust tiny-parser?', exact: true });
        await readToEnd(card, 'Trust folder');
        await press(card, 'Trust folder');
        await expect(card).toBeHidden();
        await composer(page).pressSequentially('/');
        await expect(page.getByRole('option', { name: /^\/release-notes / })).toBeVisible();
      },
    },
    {
      name: 'skills-read',
      title: 'A chat whose model has read a skill, after a message that began with another',
      async reach({ page, provider }) {
        await composer(page).fill('');
        provider.reply(
          say('“Faster parsing” would be a name of this house.'),
          answer({ type: 'tool_use', id: 's1', name: 'read_skill', input: { name: 'release-notes' } }),
          say('Release 2.4 reads comments at the end of a line.'),
        );
        await send(page, '/house-style Name the next release');
        await untilSaid(page, '“Faster parsing” would be a name of this house.');
        await send(page, 'Write the notes for 2.4');
        await untilSaid(page, 'Release 2.4 reads comments at the end of a line.');
        await expect(page.getByText('Read the skill')).toBeVisible();
      },
    },
    {
      name: 'skills-settings',
      title: 'The skills in Settings, of a folder and of one that is not trusted yet',
      widths: ['phone', 'page', 'wide'],
      async reach({ page, workspaceDir }) {
        const site = join(workspaceDir, '../site');
        mkdirSync(join(site, '.agents/skills/tide-names'), { recursive: true });
        writeFileSync(join(site, '.agents/skills/tide-names/SKILL.md'), houseStyle);
        await openFolder(page, site);
        await expect(page.getByRole('region', { name: 'Trust site?', exact: true })).toBeVisible();
        await openSettings(page, 'Tools');
        const skills = page.getByRole('list', { name: 'Skills', exact: true });
        await expect(skills.getByRole('listitem')).toHaveCount(3);
        await expect(button(skills, 'Trust…')).toBeVisible();
      },
    },
  ],
};
