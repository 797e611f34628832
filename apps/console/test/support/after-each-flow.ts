import { endFlow, endSuite } from './console-page';
import { leaveBrowser } from './run';

// What went wrong in a page fails the flow that opened it, whatever the flow itself checks.
afterEach(endFlow);
afterAll(async () => {
  await endSuite();
  await leaveBrowser();
});
