import pg from 'pg'
import { keepAliveOptions } from './keep-alive.ts'

/** Payload that stands for all messages possibly missed while the connection was lost. */
export const missedMessagesPayload = '*'

/**
 * Calls `onMessage` with the payload of every NOTIFY on `channel`, over one connection that reconnects by itself.
 * Resolves once the first connection listens, so that no later message is lost. Returns a function that stops it.
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
      ...keepAliveOptions,
    })
    current = client
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      // A partially opened connection must not stay open beside the next one.
      void client.end().catch(() => undefined)
      throw error
    }
    // A firewall may drop a silent connection without notifying either side; a regular query detects it.
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
          () => onMessage(missedMessagesPayload),
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
