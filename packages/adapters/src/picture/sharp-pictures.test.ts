import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sharpPictures } from './sharp-pictures.ts'

const MOST = 3_000_000
const maker = sharpPictures()
const plain = (width: number, height: number, background = '#a4303f') =>
  sharp({ create: { width, height, channels: 3, background } })
const averageOf = async (content: Uint8Array) => (await sharp(content).stats()).channels.map(({ mean }) => mean)

test('six files at 4:5, in their order of width, each in its format', async () => {
  const { width, height, files } = await maker.make(await plain(1200, 900).jpeg().toBuffer(), MOST, 'goods')
  expect([width, height]).toEqual([1200, 900])
  expect(files.map(({ ending }) => ending)).toEqual([
    '-320.avif',
    '-320.webp',
    '-640.avif',
    '-640.webp',
    '-960.avif',
    '-960.webp',
  ])
  for (const { content, ending, type } of files) {
    const found = await sharp(content).metadata()
    expect([found.width, found.height, `image/${found.format === 'heif' ? 'avif' : found.format}`]).toEqual([
      Number(ending.slice(1, 4)),
      (Number(ending.slice(1, 4)) / 4) * 5,
      type,
    ])
  }
})

test('turned as the camera held it, and nothing of what the camera wrote is left', async () => {
  // The left half is black. Stored on its side (orientation 6), it becomes the upper half.
  const half = await plain(500, 1000, '#000000').png().toBuffer()
  const camera = await plain(1000, 1000, '#ffffff')
    .composite([{ input: half, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'somebody', Orientation: '6' }, IFD3: { GPSLatitude: '35/1 0/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(camera).metadata()).exif).toBeDefined()
  for (const { content } of (await maker.make(camera, MOST, 'goods')).files) {
    const { exif, xmp, icc, iptc, orientation, width, height } = await sharp(content).metadata()
    expect([exif, xmp, icc, iptc, orientation ?? 1]).toEqual([undefined, undefined, undefined, undefined, 1])
    const part = async (top: number) =>
      averageOf(
        await sharp(content)
          .extract({ left: 0, top, width, height: Math.round(height / 3) })
          .png()
          .toBuffer(),
      )
    expect((await part(0))[0]).toBeLessThan(20)
    expect((await part(Math.floor((height / 3) * 2)))[0]).toBeGreaterThan(235)
  }
})

test('what is transparent becomes white', async () => {
  const clear = sharp({ create: { width: 600, height: 750, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  for (const { content } of (await maker.make(await clear.png().toBuffer(), MOST, 'goods')).files)
    for (const mean of await averageOf(content)) expect(mean).toBeGreaterThan(250)
})

test('a logo is whole within 4:1, and what is transparent stays so', async () => {
  const { width, height, files } = await maker.make(await plain(300, 300).png().toBuffer(), MOST, 'logo')
  expect([width, height]).toEqual([300, 300])
  for (const { content, ending } of files) {
    const one = sharp(content)
    const wide = Number(ending.slice(1, 4))
    const found = await one.metadata()
    expect([found.width, found.height]).toEqual([wide, wide / 4])
    const alpha = async (left: number) => {
      const part = await one.clone().extract({ left, top: 10, width: 10, height: 10 }).png().toBuffer()
      return (await sharp(part).stats()).channels[3]!.mean
    }
    expect(await alpha(0)).toBe(0)
    expect(await alpha(wide / 2)).toBe(255)
  }
})

test.each<[string, () => Promise<Uint8Array>, string]>([
  ['one cut off', async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 900), 'unreadable'],
  [
    'noise behind the right first bytes',
    async () => Buffer.from(`\xff\xd8\xff${'x'.repeat(2000)}`, 'latin1'),
    'unreadable',
  ],
  ['more pixels than are taken', () => plain(2000, 2000).png().toBuffer(), 'too_large'],
])('%s is refused', async (_, content, reason) => {
  await expect(maker.make(await content(), MOST, 'goods')).rejects.toMatchObject({ reason })
})

test('a file as JPEG, on white', async () => {
  const clear = await sharp({
    create: { width: 40, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .webp()
    .toBuffer()
  const jpeg = await maker.jpeg(clear)
  expect((await sharp(jpeg).metadata()).format).toBe('jpeg')
  expect(Math.round((await averageOf(jpeg))[0]!)).toBe(255)
})
