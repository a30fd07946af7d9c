import { startSandbox } from './sandbox.ts'

const { env } = process

const sandbox = await startSandbox({
  port: Number(env.SANDBOX_PORT ?? 0),
  host: env.SANDBOX_HOST ?? '127.0.0.1',
  smtpPort: Number(env.SANDBOX_SMTP_PORT ?? 0),
  dataDir: env.DATA_DIR ?? './data',
  ...(env.PUBLIC_URL === undefined ? {} : { publicUrl: env.PUBLIC_URL }),
  env,
}).catch((error: NodeJS.ErrnoException & { errcode?: number }) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})

/**
 * Explains in one sentence an error that the operator can fix. SQLite's codes: 11 malformed, 26 not a database, 14
 * can't open, 8 read-only.
 */
function explain(error: NodeJS.ErrnoException & { errcode?: number }): string | undefined {
  if ([8, 11, 14, 26].includes(error.errcode ?? 0))
    return `The sandbox cannot use its records in ${env.DATA_DIR}/sandbox (${error.message}): delete that folder; only what the simulators remember is lost.`
  if (error.code === 'EADDRINUSE') return 'The sandbox cannot listen: SANDBOX_PORT or SANDBOX_SMTP_PORT is in use.'
  if (error.code === 'EACCES' || error.code === 'ENOTDIR' || error.code === 'EEXIST')
    return `The sandbox cannot use ${env.DATA_DIR}/sandbox (${error.message}).`
  return error.stack
}

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await sandbox.stop()
  process.exit(0)
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// If another process started this one, it ends together with that process.
if (process.channel) process.on('disconnect', stop)
if (process.channel || env.PARENT_PIPE === '1') process.stdin.on('end', stop).on('error', stop).resume()

console.log(JSON.stringify({ ready: true, port: sandbox.port, smtp_port: sandbox.smtpPort }))
