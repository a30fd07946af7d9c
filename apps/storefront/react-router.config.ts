import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  basename: '/sh/',
  buildDirectory: 'build',
  ssr: true,
  // Lazy discovery would ask the server once for every product link on the page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
