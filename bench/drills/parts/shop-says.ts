import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

const paths = ['/sh/', '/sh/products/detail/1', '/v1/product', '/v1/product/detail/9']

/**
 * Requests pages and calls of the shop while its database is away, until `isOver`. Each is answered from a cache, or
 * with 503, `Retry-After` and the shop's own words. Returns a summary.
 */
export async function shopSays(url: string, isOver: () => boolean): Promise<string> {
  const counts = new Map<number, number>()
  let slowest = 0
  while (!isOver())
    for (const path of paths) {
      await wait(100)
      const asked = performance.now()
      const answer = await fetch(`${url}${path}`, { redirect: 'manual' })
      const text = await answer.text()
      slowest = Math.max(slowest, performance.now() - asked)
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
      if (answer.status < 400) continue
      assert.equal(answer.status, 503, `${path}: ${text}`)
      assert.ok(Number(answer.headers.get('retry-after')) > 0, path)
      assert.match(text, /つながりにくく|混み合って/, path)
    }
  const counted = [...counts].map(([status, n]) => `${n} × ${status}`).join(', ')
  return `${counted}, the slowest after ${(slowest / 1000).toFixed(1)} s`
}
