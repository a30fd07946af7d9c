import { startSandbox } from './sandbox.ts'

const { env } = process

const sandbox = await startSandbox({
  port: Number(env.SANDBOX_PORT ?? 0),
  host: env.SANDBOX_HOST ?? '127.0.0.1',
  smtpPort: Number(env.SANDBOX_SMTP_PORT ?? 0),
  dataDir: env.DATA_DIR ?? './data',
  ...(env.PUBLIC_URL === undefined ? {} : { publicUrl: env.PUBLIC_URL }),
  env,
})

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await sandbox.stop()
  process.exit(0)
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Started by another process: never outlive it.
if (process.channel) process.on('disconnect', stop)
if (process.channel || env.PARENT_PIPE === '1') process.stdin.on('end', stop).on('error', stop).resume()

console.log(JSON.stringify({ ready: true, port: sandbox.port, smtp_port: sandbox.smtpPort }))
