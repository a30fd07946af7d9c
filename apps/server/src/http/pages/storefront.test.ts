import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPictures } from './storefront.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kushi-pictures-'))
  await mkdir(join(folder, 'pictures/large'), { recursive: true })
  for (const name of ['secret.avif', 'pictures/oil-1-640.avif', 'pictures/large/oil-640.avif'])
    await writeFile(join(folder, name), name)
})
afterAll(() => rm(folder, { recursive: true }))

const store = { get: async (name: string) => (name.includes('gone') ? null : new Uint8Array(Buffer.from(name))) }
const failing = { get: () => Promise.reject(new Error('no disk')) }

test.each([
  ['/sh/pictures/oil-1-640.avif', store, 'pictures/oil-1-640.avif'],
  ['/sh/pictures/large/oil-640.avif', store, 'pictures/large/oil-640.avif'],
  ['/sh/pictures/2/large/0af-640.avif', store, '2/large/0af-640.avif'],
  ['/sh/pictures/2/gone-640.avif', store, null],
  ['/sh/pictures/2/0af-640.avif', failing, null],
  ['/sh/pictures/2/0af-640.avif', null, null],
  ['/sh/pictures/missing-640.avif', store, null],
  ['/sh/pictures/../secret.avif', store, null],
  ['https://images.example/sh/pictures/oil-1-640.avif', store, null],
])('%s', async (url, uploaded, expected) => {
  const content = await readPictures(join(folder, 'pictures'), uploaded)(url)
  expect(content && Buffer.from(content).toString()).toBe(expected)
})
