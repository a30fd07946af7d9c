/** Builds what `npm start` would build. */
import { SetupError } from '@kushi/db/setup-error'
import { storefrontBuild } from './storefront.ts'

try {
  const build = await storefrontBuild(console.log)
  await build?.()
  process.exit(0)
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exit(1)
}
