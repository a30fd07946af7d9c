/**
 * Waits for the launcher's environment if ENVIRONMENT_COMES=1. The launcher then starts the server in parallel with the
 * database and the simulators, and sends their addresses over the IPC channel while the modules load.
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
