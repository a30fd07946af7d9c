/** `npm run shop -- <command>`. */
import '../quick-modules.ts'

await import('./command-line.ts')
