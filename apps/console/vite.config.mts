import { defineConfig } from 'vite';

const port = process.env.PORT ?? '8003';
const service = { target: `http://127.0.0.1:${port}`, ws: true };

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  publicDir: false,
  build: {
    outDir: '../../dist/apps/console/static',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The content security policy of the page allows images of the page's origin; a file is cached, an inlined one is not.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Packages mark modules for servers that render; there is none here.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  server: {
    proxy: {
      '/api': service,
      '/health': service,
      '/ready': service,
      '/docs': service,
      '/openapi.json': service,
    },
  },
});
