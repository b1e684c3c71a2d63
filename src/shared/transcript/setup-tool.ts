/** The tool that the setup line of a worktree is a call of. No model is offered it. */
export const setupTool = 'set_up_worktree';
