import { createRootRoute } from '@tanstack/react-router';
import { Frame } from '../layout/frame';
import { FailedPage, UnknownPage } from '../layout/other-pages';

/** The parent of every route. */
export const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: UnknownPage,
  errorComponent: FailedPage,
});
