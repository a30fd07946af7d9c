import { adFramePath } from '@kushi/shop/growth/conversion/ad-frames'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { mountAdFrames } from './ad-frames.ts'

test('who only asks whether an address is there uses nothing up', async () => {
  const app = new Hono()
  let looked = 0
  mountAdFrames(app, async () => {
    looked++
    throw new Error('looked')
  })
  app.onError((_, c) => c.text('', 500))
  expect((await app.request(`${adFramePath}v1.x.y`, { method: 'HEAD' })).status).toBe(404)
  expect(looked).toBe(0)
  expect((await app.request(`${adFramePath}v1.x.y`)).status).toBe(500)
  expect(looked).toBe(1)
})
