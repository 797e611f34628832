import { endFlow, endSuite } from './console-page';
import { leaveBrowser } from './run';

// A page of many requests, in two tabs, on a machine that others use, too: what a flow waits for is an event, never a time.
jest.setTimeout(180_000);

// What went wrong in a page fails the flow that opened it, whatever the flow itself checks.
afterEach(endFlow);
afterAll(async () => {
  await endSuite();
  await leaveBrowser();
});
