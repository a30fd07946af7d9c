import { emptyBlock } from '@kushi/values/block/kinds'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { blockUnion } from './block.ts'

const hero = { ...emptyBlock('hero'), title: '椿油', visible: true }
const more = { visible: z.boolean() }

test.each([
  ['/products', true, true],
  ['https://example.com', true, true],
  ['', true, true],
  ['#order', false, true],
  ['#orders', false, false],
  ['//evil.example', false, false],
  ['http://example.com', false, false],
  ['javascript:alert(1)', false, false],
])('a block leads to "%s": of home %s, of a landing page %s', (link_to, ofHome, ofPage) => {
  const fits = (page: 'home' | 'landing_page') => blockUnion(page, more).safeParse({ ...hero, link_to }).success
  expect([fits('home'), fits('landing_page')]).toEqual([ofHome, ofPage])
})
