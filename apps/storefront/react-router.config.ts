import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  basename: '/sh/',
  buildDirectory: 'build',
  ssr: true,
  // Otherwise the server would be asked for the route behind each link of a page.
  routeDiscovery: { mode: 'initial' },
  // A separate file for each loader would cost one more request than it saves.
  splitRouteModules: false,
} satisfies Config
