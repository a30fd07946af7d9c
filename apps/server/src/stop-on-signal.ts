import type { Server } from 'node:http'

/**
 * SIGTERM and SIGINT: no new connection, what is under way is finished (10 seconds at most), then the rest is closed.
 * With PARENT_PIPE the same happens when the launcher dies, so that no process stays behind.
 */
export function stopOnSignal(server: Server, close: () => Promise<void>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), 10_000).unref()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
    })
    await close()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  if (process.env.PARENT_PIPE) process.stdin.once('end', stop).once('close', stop).resume()
}
