import pg from 'pg'
import { keepAliveOptions } from './keep-alive.ts'

/** Payload that stands for all messages possibly missed while the connection was lost. */
export const missedMessagesPayload = '*'

/** Before a lost connection is opened again; twice as long after each failure. */
const MIN_DELAY_MS = 100
const MAX_DELAY_MS = 5_000

/**
 * Calls `onMessage` with the payload of every NOTIFY on `channel`, over one connection that reconnects by itself.
 * Resolves once the first connection listens, so that no later message is lost. If a promise of `onMessage` rejects, its
 * message counts as missed: the connection begins anew. Returns a function that stops it.
 */
export async function listen(url: string, channel: string, onMessage: (payload: string) => unknown) {
  let current: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false
  let delayMs = MIN_DELAY_MS
  const waitLonger = () => {
    delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)
  }

  const receive = async (client: pg.Client, payload: string): Promise<void> => {
    try {
      await onMessage(payload)
      delayMs = MIN_DELAY_MS
    } catch {
      waitLonger()
      await client.end().catch(() => undefined)
    }
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      application_name: `kushi listen ${channel}`,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      ...keepAliveOptions,
    })
    current = client
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => receive(client, payload ?? ''))
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
      reconnect()
    })
    return client
  }

  function reconnect(): void {
    if (stopped) return
    const again = () => {
      waitLonger()
      reconnect()
    }
    retry = setTimeout(() => connect().then((client) => receive(client, missedMessagesPayload), again), delayMs)
  }

  await connect()
  return async function stop(): Promise<void> {
    stopped = true
    clearTimeout(retry)
    await current?.end().catch(() => undefined)
  }
}
