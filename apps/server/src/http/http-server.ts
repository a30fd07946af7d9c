import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'

/**
 * The HTTP server with its limits. The connection of a client that sends its headers or body too slowly, or does not
 * read a response, is closed. Our slowest response (an order that waits for its provider) stays below `timeout`.
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

/** How long requests in progress may still take after the process is told to stop. */
const drainMs = 7_000

/** Tracks requests from the start, so that stopping can close each connection with its next response. */
export function trackConnections(server: Server): () => Promise<void> {
  const underWay = new Set<ServerResponse>()
  let stopping = false
  server.prependListener('request', (_, res) => {
    if (stopping) res.setHeader('connection', 'close')
    underWay.add(res)
    res.once('close', () => underWay.delete(res))
  })
  /** Accepts no new connection; resolves when the last response is sent, or after seven seconds without the rest. */
  return async () => {
    stopping = true
    for (const res of underWay) if (!res.headersSent) res.setHeader('connection', 'close')
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // Connections whose response had already begun, and those that sent no request.
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    const rest = setTimeout(() => server.closeAllConnections(), drainMs)
    await closed
    clearInterval(idle)
    clearTimeout(rest)
  }
}
