/** Entry point of the server. */
import './quick-modules.ts'

const { serve } = await import('./serve.ts')
const { restOfEnvironment } = await import('./config/rest-of-environment.ts')
await restOfEnvironment()
serve()
