import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  basename: '/sh/',
  buildDirectory: 'build',
  ssr: true,
  // Lazy discovery would ask the server once for every product link on the page.
  routeDiscovery: { mode: 'initial' },
  // A file for each loader of a screen would cost a request more than it saves.
  splitRouteModules: false,
} satisfies Config
