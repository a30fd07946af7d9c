/** Builds what `npm start` would build. */
import { SetupError } from '@kushi/db/setup-error'
import { buildStorefront } from './storefront.ts'

try {
  await buildStorefront(console.log)
  process.exit(0)
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exit(1)
}
