/**
 * With ENVIRONMENT_COMES=1 the launcher starts us in parallel with the database and the simulators, before their
 * addresses are known. It sends them over the IPC channel while our modules load.
 */
export async function awaitLauncherEnvironment(): Promise<void> {
  if (process.env.ENVIRONMENT_COMES !== '1') return
  const rest = await new Promise<NodeJS.ProcessEnv>((resolve) => {
    process.once('message', (message) => resolve(message as NodeJS.ProcessEnv))
    // Without the channel, no one could send the addresses or stop this process.
    process.once('disconnect', () => process.exit(1))
  })
  process.removeAllListeners('disconnect')
  process.disconnect?.()
  Object.assign(process.env, rest)
  delete process.env.ENVIRONMENT_COMES
}
