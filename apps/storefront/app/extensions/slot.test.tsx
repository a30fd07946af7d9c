import { Writable } from 'node:stream'
import { makeClient, type ShopApiClient } from '@kushi/contract/client'
import type { ProductDetail } from '@kushi/contract/product'
import type { ArticleSummary } from '@kushi/contract/story'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Block, block } from './block.ts'
import { journalBlock } from './journal/journal-block.tsx'
import { loadBlocks } from './load-blocks.ts'
import { isOfBlock, Slot } from './slot.tsx'

const product = { product_name: '純椿油' } as ProductDetail
const api = (answer: unknown): ShopApiClient => makeClient(async () => Response.json({ data: answer }))
const name = 'product-below-price'
const price = (more: Partial<Block<typeof name, unknown>>): Block =>
  block({ name: 'one', slot: name, Component: ({ product }) => <p>{product.product_name}</p>, ...more })
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue(undefined))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Renders like the server: returns the HTML, and for each error whether it came from a block. */
async function draw(children: ReactNode): Promise<{ html: string; errors: boolean[] }> {
  const router = createMemoryRouter([{ path: '*', element: <main>{children}</main> }])
  const errors: boolean[] = []
  const parts: string[] = []
  await new Promise<void>((resolve, reject) => {
    const sink = new Writable({
      write: (part, _, done) => done(void parts.push(String(part)) as never),
      final: (done) => done(resolve() as never),
    })
    const { pipe } = renderToPipeableStream(<RouterProvider router={router} />, {
      onAllReady: () => void pipe(sink),
      onShellError: reject,
      onError: (_, { componentStack }) => void errors.push(isOfBlock(componentStack)),
    })
  })
  return { html: parts.join(''), errors }
}
const show = async (all: Block[], answer: unknown = {}) => {
  const loaded = await loadBlocks([name], api(answer), { product }, all)
  return draw(<Slot name={name} loaded={loaded} product={product} all={all} />)
}

test('renders a block in its slot, with the props of the page and its loaded data', async () => {
  const loads = price({ name: 'two', load: async () => '贈りもの', Component: ({ data }) => <b>{String(data)}</b> })
  const elsewhere = block({ name: 'three', slot: 'mypage-home', Component: () => <i>elsewhere</i> })
  const { html, errors } = await show([price({}), loads, elsewhere])
  expect([html.replace(/<!--.*?-->/g, ''), errors]).toEqual(['<main><p>純椿油</p><b>贈りもの</b></main>', []])
})

test('without a block nothing is loaded or rendered', async () => {
  expect(await loadBlocks([name], api({}), { product }, [])).toBeUndefined()
  expect(await show([])).toEqual({ html: '<main></main>', errors: [] })
})

test.each<[string, Block['load']]>([
  ['has nothing to show', async () => null],
  ['fails', async () => Promise.reject(new Error('broken'))],
])('a block that %s is left out, the others stay', async (_, load) => {
  const { html } = await show([price({ load: load!, Component: () => <b>no</b> }), price({ name: 'two' })])
  expect(html.replace(/<!--.*?-->/g, '')).toBe('<main><p>純椿油</p></main>')
})

test('waits one second for a slow block', async () => {
  vi.useFakeTimers()
  const slow = price({ load: () => new Promise(() => {}) })
  const loaded = loadBlocks([name], api({}), { product }, [slow, price({ name: 'two' })])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loaded).toEqual({ two: null })
})

test('recognizes a block that throws while rendering, and keeps the page around it', async () => {
  const throws = price({
    name: 'throws',
    Component: () => {
      throw new Error('broken')
    },
  })
  const { html, errors } = await show([throws, price({})])
  expect(errors).toEqual([true])
  expect(html).toContain('<p>純椿油</p>')
  const Page = () => {
    throw new Error('the page itself')
  }
  await expect(draw(<Page />)).rejects.toThrow('the page itself')
})

test('the example shows the newest 読みもの', async () => {
  const article: ArticleSummary = {
    slug: 'which-comb',
    title: '櫛の選びかた',
    lead: '歯の間隔で決まります。',
    image_path: null,
    image_alt: '',
    published_on: '2026-11-01',
  }
  const slots = ['product-below-description'] as const
  const asked = (items: ArticleSummary[]) => loadBlocks(slots, api({ items }), { product }, [journalBlock])
  expect(await asked([])).toEqual({})
  const { html } = await draw(
    <Slot name={slots[0]} loaded={await asked([article])} product={product} all={[journalBlock]} />,
  )
  expect(html).toContain('href="/journal/which-comb"')
  expect(html).toContain('手入れの読みもの')
})
