// npm run dev:console -- [options of vite]: the console from its sources, with what is saved shown at once, on the API at PORT (8003).
import { generateApiTypes, runVite } from './build-console.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

await ensureInstalled();
await generateApiTypes();
process.exitCode = await runVite(process.argv.slice(2));
