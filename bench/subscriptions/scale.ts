import type { Database } from '@kushi/db/connect'
import { giveHistory } from '../history.ts'
import { load, request } from '../http-load.ts'
import type { RunningShop } from '../shop.ts'
import { fill } from './fill.ts'
import { startRun } from './run.ts'
import { saveCard } from './save-card.ts'

/** One run over `count` subscriptions, a fifth of them due, while members view theirs ten times a second. */
export async function measureScale(shop: RunningShop, database: Database, count: number): Promise<void> {
  await saveCard(`${shop.env['SANDBOX_URL']}/sandbox/gmo`)
  const { due, tokens } = await fill(database, count, 5)
  await giveHistory(database)
  const mine = new Map(
    await Promise.all(tokens.slice(0, 200).map(async (token) => [token, await firstOf(shop.url, token)] as const)),
  )
  let turn = 0
  const next = (path: (id: number) => string) => () => {
    const [token, id] = [...mine][turn++ % mine.size]!
    return request('GET', path(id), { 'x-shop-id': '2', authorization: `Bearer ${token}` })
  }
  const began = performance.now()
  const { database: postgresBefore } = shop.processor()
  const { ended } = startRun(shop.env)
  let isRunning = true
  void ended.then(() => {
    isRunning = false
  })
  const looked = Promise.all(
    [() => '/v1/order/subscription/', (id: number) => `/v1/order/subscription/detail/${id}`].map((path) =>
      load({ url: shop.url, connections: 1, while: () => isRunning, pauseMs: 200, next: next(path) }),
    ),
  )
  const { report, peakMb, processorMs } = await ended
  const seconds = (performance.now() - began) / 1000
  const ofPostgres = shop.processor().database - postgresBefore
  const each = (ms: number) => `${(ms / due).toFixed(1)} ms`
  const [list, detail] = await looked
  console.log(
    [
      `${count} subscriptions, ${due} due: ${seconds.toFixed(1)} s, ${each(seconds * 1000)} a delivery, at most ${Math.round(peakMb)} MB`,
      `  of the processor a delivery: the run ${each(processorMs)}, its start included, PostgreSQL ${each(ofPostgres)}, members' pages included`,
      `  ${JSON.stringify(report)}`,
      ...[list, detail].map(
        (one, index) =>
          `  ${index === 0 ? 'list' : 'detail'} meanwhile  p50 ${one!.p50.toFixed(1)} ms, p99 ${one!.p99.toFixed(1)} ms, ${one!.failed} failed`,
      ),
    ].join('\n'),
  )
}

async function firstOf(url: string, token: string): Promise<number> {
  const headers = { 'x-shop-id': '2', authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/v1/order/subscription/`, { headers })
  const { data } = (await answer.json()) as { data: { items: { id: number }[] } }
  return data.items[0]!.id
}
