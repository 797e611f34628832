import { spawn } from 'node:child_process';

const PARENT_CHECK_MILLISECONDS = 250;

/**
 * Runs a command with our terminal and answers its exit code. When the npm that runs us is killed, which it does not signal to us,
 * the command and we end, too.
 */
export function runToEnd(command, options, spawnOptions = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, options, { stdio: 'inherit', ...spawnOptions });
    const parent = process.ppid;
    const leave = () => {
      child.kill('SIGTERM');
      process.exit(143);
    };
    const parentCheck = setInterval(() => {
      if (process.env.npm_lifecycle_event && process.ppid !== parent) leave();
    }, PARENT_CHECK_MILLISECONDS);
    process.once('SIGTERM', leave);
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(parentCheck);
      process.off('SIGTERM', leave);
      resolve(code ?? 1);
    });
  });
}
