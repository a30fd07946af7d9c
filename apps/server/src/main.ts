/** The server. */
import './quick-modules.ts'

await import('./serve.ts')
