import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
// As in the server: Node reads drizzle-orm's package.json once and not a thousand times. Here for the global set-ups.
import './apps/server/src/module-resolution.ts'
import { filesApart } from './scripts/lib/apart.mjs'
import { lanes } from './scripts/testing/lanes.ts'

/** The same for the workers. */
const execArgv = ['--import', join(import.meta.dirname, 'apps/server/src/module-resolution.ts')]

/** Beside the sources, in parallel. The files of a worker share their modules, because loading the shop costs more. */
const unit = {
  execArgv,
  isolate: false,
  // They end what hangs, and are no aim: on a busy machine everything takes several times as long.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 50 } },
}
const apart = filesApart()

/** `apart`: unit tests that need their own worker. `e2e`: journeys in Chromium against the built shop, in lanes. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['{apps,packages}/*/{src,app}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: apart,
          globalSetup: ['packages/db/src/testing-server.ts'],
        },
      },
      {
        test: {
          ...unit,
          name: 'apart',
          include: apart,
          isolate: true,
          globalSetup: ['packages/db/src/testing-server.ts'],
        },
      },
      {
        test: {
          name: 'e2e',
          execArgv,
          include: ['{e2e,scripts}/**/*.e2e.ts'],
          globalSetup: ['packages/db/src/testing-server.ts', 'scripts/testing/journeys.ts'],
          // A journey ends itself before (see e2e/lib/journey.ts), so that no second try runs beside the first.
          testTimeout: 360_000,
          hookTimeout: 120_000,
          setupFiles: ['scripts/testing/own-lane.ts'],
          maxWorkers: lanes,
          // A lane loads the tools and starts its browser once.
          isolate: false,
          expect: { poll: { timeout: 30_000, interval: 50 } },
        },
      },
    ],
  },
})
