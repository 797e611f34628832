// Prints a free TCP port, nothing else.
import { findFreePort } from '../free-port.mjs';

console.log(await findFreePort());
