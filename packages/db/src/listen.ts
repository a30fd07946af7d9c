import pg from 'pg'

/** Payload of a message that stands for all that may have been missed while the connection was lost. */
export const missed = '*'

/**
 * Calls `onMessage` with the payload of every NOTIFY on `channel`, over one connection that comes back by itself.
 * Resolves once the first one listens, so that nothing sent after it is lost. Returns the way to stop.
 */
export async function listen(url: string, channel: string, onMessage: (payload: string) => void) {
  let current: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: `kushi listen ${channel}`,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
    })
    current = client
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      // Half a connection is none; it must not stay open beside the next one.
      void client.end().catch(() => undefined)
      throw error
    }
    // A firewall may drop a silent connection without telling either side: asking finds out.
    const ask = setInterval(() => client.query('select 1').catch(() => client.end()), 30_000)
    ask.unref()
    client.once('end', () => {
      clearInterval(ask)
      reconnect(100)
    })
  }

  function reconnect(delay: number): void {
    if (stopped) return
    retry = setTimeout(
      () =>
        connect().then(
          () => onMessage(missed),
          () => reconnect(Math.min(delay * 2, 5_000)),
        ),
      delay,
    )
  }

  await connect()
  return async function stop(): Promise<void> {
    stopped = true
    clearTimeout(retry)
    await current?.end().catch(() => undefined)
  }
}
