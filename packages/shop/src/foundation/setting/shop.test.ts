import { expect, test } from 'vitest'
import { shopUrl } from './shop.ts'

const shop_hosts = new Map([['wholesale.localhost', 3]])

test.each([
  ['http://localhost:3000', 2, 'http://localhost:3000'],
  ['http://localhost:3000', 3, 'http://wholesale.localhost:3000'],
  ['https://shop.example/base', 3, 'https://wholesale.localhost/base'],
])('%s of shop %i is %s', (public_url, shop_id, url) => {
  expect(shopUrl({ public_url, shop_hosts }, shop_id)).toBe(url)
  expect(shopUrl({ public_url }, shop_id)).toBe(public_url)
})
