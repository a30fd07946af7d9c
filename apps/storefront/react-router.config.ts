import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  basename: '/sh/',
  buildDirectory: 'build',
  ssr: true,
  // A page brings its own routes, and `app/chunk/discover-routes.ts` the others: the server is never asked for them.
  routeDiscovery: { mode: 'lazy' },
  // A file for each loader of a screen would cost a request more than it saves.
  splitRouteModules: false,
} satisfies Config
