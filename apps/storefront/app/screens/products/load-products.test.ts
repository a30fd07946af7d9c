import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { apiContext } from '../../server-context.ts'
import { loadProducts } from './load-products.server.ts'

const goods = [1, 2, 3, 4, 5, 6].map((id) => ({ id, is_out_stock: id === 2 }))

/** The list of a shop in which only `肌` finds nothing; returns it with the number of calls. */
async function listOf(search: string, fails = false) {
  let calls = 0
  const api = async (_: string, { query }: { query: { keyword?: string } }) => {
    calls++
    if (fails && !query.keyword) throw new Error('down')
    const items = query.keyword === '肌' ? [] : goods
    return { items, total: items.length, categories: [], worries: [], is_approximate: false }
  }
  const context = new RouterContextProvider()
  context.set(apiContext, api as never)
  const { items, offered } = await loadProducts(context, new URL(`https://shop.example/sh/products${search}`))
  return { items: items.length, offered: offered.map(({ id }) => id), calls }
}

test('an empty list comes with goods to offer, and without them if they can’t be loaded', async () => {
  expect(await listOf('?keyword=肌')).toEqual({ items: 0, offered: [1, 3, 4, 5], calls: 2 })
  expect(await listOf('?keyword=肌', true)).toEqual({ items: 0, offered: [], calls: 2 })
  expect(await listOf('')).toEqual({ items: 6, offered: [], calls: 1 })
})
