import { launch } from './launch';
import { runLauncher } from './run-launcher';

void runLauncher(launch);
