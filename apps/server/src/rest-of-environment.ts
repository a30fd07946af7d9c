/**
 * Whoever starts us beside our database and the stand-ins does not know their addresses yet: with ENVIRONMENT_COMES=1 they follow
 * over the channel to it, while our modules load.
 */
export async function restOfEnvironment(): Promise<void> {
  if (process.env.ENVIRONMENT_COMES !== '1') return
  const rest = await new Promise<NodeJS.ProcessEnv>((resolve) => {
    process.once('message', (message) => resolve(message as NodeJS.ProcessEnv))
    // Without it there is nobody who could tell, nor stop us.
    process.once('disconnect', () => process.exit(1))
  })
  process.removeAllListeners('disconnect')
  process.disconnect?.()
  Object.assign(process.env, rest)
  delete process.env.ENVIRONMENT_COMES
}
