/** Starts all parts of the shop in the order of their dependencies, and stops them in reverse order. */
import { SetupError } from '@kushi/db/setup-error'
import { ChildFailed } from './child.ts'
import { launch } from './launch.ts'
import { stopOnce } from './stop.ts'

const mode = process.argv[2] === 'dev' ? 'dev' : 'start'

try {
  await launch(mode, process.argv.includes('--demo-orders'))
} catch (error) {
  // A child process has already written its own error.
  if (error instanceof SetupError) console.error(error.message)
  else if (!(error instanceof ChildFailed)) console.error(error)
  await stopOnce(1)
}
