import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { asProblem } from './api/problem';
import { recoveryInterval } from './api/recovery';
import './layout/styles.css';
import { router } from './router';
import { currentSession, onSessionChange, takeTokenFromAddress } from './session/session';
import { followTheme } from './settings/settings';

const RETRIES = 2;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What was wrong with a request stays wrong; a service that is away or overloaded comes back.
      retry: (failures, error) => {
        const { status } = asProblem(error);
        return failures < RETRIES && (status === 0 || status === 503);
      },
      // It is tried on, so that a page recovers by itself.
      refetchInterval: ({ state }) => state.error !== null && recoveryInterval(asProblem(state.error)),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

takeTokenFromAddress();
// A link with a token that is opened in a tab of the console loads no page.
addEventListener('hashchange', takeTokenFromAddress);
followTheme();
// What another token was allowed to read is not shown to this one.
onSessionChange(() => {
  if (currentSession().token === undefined) queryClient.clear();
  else void queryClient.resetQueries();
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
