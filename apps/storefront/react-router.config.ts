import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  basename: '/sh/',
  buildDirectory: 'build',
  ssr: true,
  // A page contains its own routes, and `app/chunk/discover-routes.ts` loads the others. The server gets no requests.
  routeDiscovery: { mode: 'lazy' },
  // A separate file for each loader would cost one more request than it saves.
  splitRouteModules: false,
} satisfies Config
