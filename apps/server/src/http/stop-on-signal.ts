import type { Server } from 'node:http'
import { trackConnections } from './http-server.ts'

/** Longer than draining (7 s) and closing take; the launcher waits one second more. */
const timeoutMs = 10_000

/**
 * On SIGTERM and SIGINT: accepts no new connection, ends each existing one with its next response, finishes the running
 * jobs meanwhile (`finishing`), then closes the rest. With PARENT_PIPE the same happens when the launcher dies, so that
 * no process stays behind.
 */
export function stopOnSignal(server: Server, finishing: () => Promise<void>, close: () => Promise<void>): void {
  const drain = trackConnections(server)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), timeoutMs).unref()
    await Promise.all([drain(), finishing()])
    await close()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  if (process.env.PARENT_PIPE) process.stdin.once('end', stop).once('close', stop).resume()
}
