/** `npm run shop -- <command>`. */
import '../module-resolution.ts'

await import('./command-line.ts')
