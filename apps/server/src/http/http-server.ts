import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'

/**
 * The server with its bounds. A client that sends its headers or its body too slowly, or leaves an answer unread, is let
 * go; the longest answer of ours (an order that waits for its provider) stays below `timeout`.
 */
export function httpServer(listener: RequestListener): Server {
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
    listener,
  )
  server.timeout = 150_000
  server.maxConnections = 10_000
  return server
}

/** How long what is under way may still take once the process is told to stop. */
const drainMs = 7_000

/** Watches what is under way from the beginning, so that stopping can end each connection with its next answer. */
export function drainable(server: Server): () => Promise<void> {
  const underWay = new Set<ServerResponse>()
  let stopping = false
  server.prependListener('request', (_, res) => {
    if (stopping) res.setHeader('connection', 'close')
    underWay.add(res)
    res.once('close', () => underWay.delete(res))
  })
  /** No new connection; resolves when the last answer is out, or after seven seconds without the rest. */
  return async () => {
    stopping = true
    for (const res of underWay) if (!res.headersSent) res.setHeader('connection', 'close')
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // Those whose answer had begun, and those that connected and asked nothing.
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    const rest = setTimeout(() => server.closeAllConnections(), drainMs)
    await closed
    clearInterval(idle)
    clearTimeout(rest)
  }
}
