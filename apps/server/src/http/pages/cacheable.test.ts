import type { IncomingMessage } from 'node:http'
import { type Contract, contract } from '@kushi/contract/contract'
import { expect, test } from 'vitest'
import { cacheKey, canonicalPageAddress } from './cacheable.ts'

const config = {
  shop_hosts: new Map([['wholesale.example', 3]]),
  default_shop_id: 2,
  api_origins: ['https://app.example'],
}
const key = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  cacheKey({ method, url, headers } as unknown as IncomingMessage, config)

test.each([
  ['/v1/product?page=2', {}, '2 /v1/product?page=2'],
  ['/v1/product', { 'x-shop-id': '3' }, '3 /v1/product'],
  // A header that is not exactly one id is rejected by the router.
  ['/v1/product', { 'x-shop-id': '3 /v1/product?x=' }, null],
  ['/v1/product', { 'x-shop-id': '03' }, null],
  ['/v1/product', { 'x-shop-id': '0x3' }, null],
  ['/v1/product', { 'x-shop-id': '2, 3' }, null],
  // The host selects the shop of a page, the header that of a call.
  ['/sh/products', { host: 'wholesale.example:3000' }, '3 /sh/products'],
  ['/sh/products', { host: 'evil.example', 'x-shop-id': '3' }, '2 /sh/products'],
  ['/v1/product', { host: 'wholesale.example' }, '3 /v1/product'],
  ['/v1/product', { host: 'wholesale.example', 'x-shop-id': '2' }, '2 /v1/product'],
  ['/sh/products?utm_source=a&page=2&gclid=b', {}, '2 /sh/products?page=2'],
  ['/v1/product/sku/list?product_sku_ids=101:1', {}, null],
  ['/v1/order/public/list', {}, null],
  // An answer that names its allowed origin is built per request.
  ['/v1/product', { origin: 'https://app.example' }, null],
  ['/v1/product', { origin: 'https://evil.example' }, '2 /v1/product'],
  ['/sh/assets/app.js', {}, null],
  ['/sh/pictures/oil.avif', {}, null],
  // 申し込みページ, in every spelling that the router reads as one.
  ['/sh/lp/oil', {}, null],
  ['/sh/LP/oil', {}, null],
  ['/sh/%6cp/oil', {}, null],
  ['/sh/l%70/oil.data', {}, null],
  [`/sh/products?keyword=${'a'.repeat(300)}`, {}, null],
])('%s %o', (url, headers, expected) => expect(key(url, headers as never)).toBe(expected))

test('only reads, not changes', () => {
  expect(key('/v1/product', {}, 'HEAD')).toBe('2 /v1/product')
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect(key('/v1/product', {}, method)).toBeNull()
})

test('no call that depends on the caller is cached', () => {
  const kept = (Object.keys(contract) as (keyof Contract)[]).filter((call) => {
    const [method, path] = call.split(' ') as [string, string]
    return key(path.replace('{name}', 'footer').replace(/\{\w+\}/, '1'), {}, method)
  })
  expect(kept.length).toBeGreaterThan(4)
  for (const call of kept)
    if (contract[call].auth !== 'none') {
      const [method, path] = call.split(' ') as [string, string]
      expect(key(path.replace(/\{\w+\}/, '1'), { authorization: 'Bearer x' }, method)).toBeNull()
    }
})

test.each([
  ['/sh/', '/sh/'],
  ['/sh/?adcd=AAA', '/sh/'],
  ['/sh/?page=2&x=1', '/sh/'],
  ['/sh/products?x=1', '/sh/products'],
  ['/sh/products?adcd=AAA&page=2', '/sh/products?page=2'],
  ['/sh/products?page=2&abmtcd=x&utm_campaign=y&sort=new', '/sh/products?sort=new&page=2'],
  ['/sh/products?sort=new&page=2&page=3', '/sh/products?sort=new&page=2'],
  ['/sh/products?keyword=%E6%A4%BF&page=', '/sh/products?keyword=%E6%A4%BF'],
  ['/sh/products.data?x=1&page=2&_routes=root', '/sh/products.data?page=2&_routes=root'],
  ['/sh/products/detail/1?abmtcd=9&sku=101', '/sh/products/detail/1?sku=101'],
  ['/sh/cart?tab=periodic&restore=secret', '/sh/cart?tab=periodic'],
  ['/sh/normal-purchase?loggedIn=true', '/sh/normal-purchase'],
  [`/sh/${'?&'.repeat(8_000)}`, '/sh/'],
  ['/sh/lp/oil?preview=v1.k&adcd=x', '/sh/lp/oil?preview=v1.k'],
])('%s is drawn as %s', (url, expected) => expect(canonicalPageAddress(url)).toBe(expected))
