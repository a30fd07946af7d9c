/** Starts everything that the shop consists of, in the order in which one needs the other, and stops it the other way round. */
import { SetupError } from '@kushi/db/setup-error'
import { ChildFailed } from './child.ts'
import { launch } from './launch.ts'
import { stopOnce } from './stop.ts'

const mode = process.argv[2] === 'dev' ? 'dev' : 'start'

try {
  await launch(mode, process.argv.includes('--demo-orders'))
} catch (error) {
  // A child has said itself what is wrong.
  if (error instanceof SetupError) console.error(error.message)
  else if (!(error instanceof ChildFailed)) console.error(error)
  await stopOnce(1)
}
