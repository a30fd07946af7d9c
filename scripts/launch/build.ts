/** Builds what `npm start` would build. */
import { SetupError } from '@kushi/db/setup-error'
import { screensBuild } from './screens.ts'

try {
  const build = await screensBuild(console.log)
  await build?.()
  process.exit(0)
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exit(1)
}
