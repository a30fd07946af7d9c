/** Entry point of the server. */
import './module-resolution.ts'

const { serve } = await import('./serve.ts')
const { awaitLauncherEnvironment: restOfEnvironment } = await import('./config/receive-environment.ts')
await restOfEnvironment()
serve()
