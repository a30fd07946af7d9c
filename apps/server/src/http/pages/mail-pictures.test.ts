import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sharpPictures } from '@kushi/adapters/picture/sharp-pictures'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { mountMailPictures } from './mail-pictures.ts'

const folder = await mkdtemp(join(tmpdir(), 'letter-pictures-'))
afterAll(() => rm(folder, { recursive: true }))
const webp = await sharp({ create: { width: 64, height: 80, channels: 3, background: '#a4303f' } })
  .webp()
  .toBuffer()
await writeFile(join(folder, 'oil-1-640.webp'), webp)

const maker = sharpPictures()
let made = 0
const app = new Hono()
const uploaded = `2/large/${'a'.repeat(32)}`
mountMailPictures(
  app,
  {
    pictures: {
      get: async (name) => (name === `${uploaded}-640.webp` ? new Uint8Array(webp) : null),
      put: async () => undefined,
      remove: async () => undefined,
    },
    picture_maker: {
      ...maker,
      jpeg: (content) => {
        made += 1
        return maker.jpeg(content)
      },
    },
  },
  folder,
)

test.each(['oil-1', uploaded])('%s is a JPEG, made once', async (path) => {
  made = 0
  for (let turn = 0; turn < 2; turn++) {
    const answer = await app.request(`/sh/letter-pictures/${path}.jpg`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await sharp(await answer.arrayBuffer()).metadata()).format).toBe('jpeg')
  }
  expect(made).toBe(1)
})

test.each(['oil-2.jpg', '3/none.jpg', '../serve.jpg', 'oil-1.webp', '..%2Foil-1.jpg'])('%s: 404', async (file) => {
  const answer = await app.request(`/sh/letter-pictures/${file}`)
  expect(answer.status).toBe(404)
})
