import 'reflect-metadata';
import { runCommand } from './run-command';
import { EXIT_CODES, processShell } from './shell';

process.title = 'candelabra-cli';

void runCommand(process.argv.slice(2), processShell).then((exitCode) => {
  process.exitCode = exitCode;
  // A request under way would keep the process until its time is up.
  if (exitCode === EXIT_CODES.interrupted) process.exit();
});
