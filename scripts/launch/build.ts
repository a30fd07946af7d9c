/** Builds everything that `npm start` would build. */
import { SetupError } from '@kushi/db/setup-error'
import { bundleName } from '../lib/bundles.mjs'
import { makeBundle } from './bundle.ts'
import { root } from './environment.ts'
import { screensBuild } from './screens.ts'

try {
  const build = await screensBuild(console.log)
  await build?.()
  await makeBundle(bundleName(root), console.log)
  process.exit(0)
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exit(1)
}
