import type { AppState } from '../../shared/contract/app-state.ts';
import type { LoginProblem } from '../../shared/contract/environment.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import { SettingRow } from './setting-row.tsx';
import type { Setting } from './setting.ts';

/** Empty where lines run with the person's shell and programs get its environment. */
export function shellSettings({ environment: { shell } }: AppState): Setting[] {
  const { name, insteadOf, problem } = shell;
  return [
    ...(insteadOf === null
      ? []
      : [
          row(
            `Commands run with /bin/${name}`,
            `Parley can’t run your own shell, ${visibleText(insteadOf, 'line')}. Commands, MCP servers and agents get what /bin/${name} sets.`,
          ),
        ]),
    ...(problem === null
      ? []
      : [row(problemName(name, problem), `${reasonText(problem)} ${usedText(name, problem)}`)]),
  ];
}

function row(name: string, about: string): Setting {
  return {
    part: 'general',
    group: 'Your shell',
    name,
    about,
    words: 'login shell environment variables path startup profile rc nvm',
    row: (texts) => <SettingRow {...texts} />,
  };
}

function problemName(shell: string, { used }: LoginProblem): string {
  switch (used) {
    case 'not-interactive':
      return `Some of what ${shell} sets may be missing`;
    case 'started-with':
      return `What ${shell} sets is missing`;
  }
}

function reasonText({ reason }: LoginProblem): string {
  switch (reason.type) {
    case 'timed-out':
      return 'It was still reading its startup files after 5 seconds.';
    case 'ended':
      return 'It ended while it read its startup files.';
    case 'not-started':
      return `It could not be started (${visibleText(reason.problem, 'line')}).`;
    case 'endless-output':
      return 'Its startup files never stop printing.';
    case 'unreadable':
      return 'Its startup files leave something running that prints, so its environment could not be read.';
  }
}

function usedText(shell: string, { used }: LoginProblem): string {
  const who = 'Commands, MCP servers and agents get';
  const again = 'Parley reads the files again when it next starts.';
  switch (used) {
    case 'not-interactive':
      return `${who} what ${shell} sets outside a terminal. ${again}`;
    case 'started-with':
      return `${who} the environment that Parley was started with. ${again}`;
  }
}
