/**
 * The exit code of a desktop host that has told the person in words why it ends. Any other failure
 * right after its start means that Electron itself cannot run here.
 */
export const reportedFailure = 78;
