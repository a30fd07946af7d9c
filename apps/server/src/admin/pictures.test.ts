import { randomUUID } from 'node:crypto'
import type { ProductEdit } from '@kushi/contract/admin/product'
import { testDatabase } from '@kushi/db/testing'
import { systemActor } from '@kushi/shop/actor'
import { removeUnusedPictures } from '@kushi/shop/foundation/picture/remove-unused'
import type { PictureMaker } from '@kushi/shop/ports/picture-port'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { signInAsDemo } from '../demo/demo-operators.ts'
import { environment, sandboxOf, startServer } from '../testing/server.ts'

const database = await testDatabase()
const sandbox = await sandboxOf()
const server = await startServer(environment(database.url, sandbox))
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
})

/** The first byte of a PNG. */
const PNG = 0x89
/**
 * Pictures of `another` differ only in their colour, which nobody looks at: one of each shape is made, because its files
 * take half a second. The server's own maker makes all others.
 */
const { ports } = await server.deps.base(2)
const maker = ports.picture_maker
const made = new Map<string, ReturnType<PictureMaker['make']>>()
ports.picture_maker = {
  ...maker,
  make(content, mostPixels, shape) {
    if (content[0] !== PNG) return maker.make(content, mostPixels, shape)
    const files = made.get(shape) ?? maker.make(content, mostPixels, shape)
    made.set(shape, files)
    return files
  },
}
const cookie = `kushi_operator=${(await signInAsDemo(server.deps, 'manager'))!}`
type Meta = { error: string; message: string; fields?: { path: string; message: string }[] }
async function call<T>(key: string, body?: string | Uint8Array<ArrayBuffer>) {
  const [method, path] = key.split(' ') as [string, string]
  const headers = { 'x-kushi-admin': '1', cookie }
  const res = await fetch(`${server.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  return { status: res.status, ...((await res.json()) as { data: T; meta: Meta }) }
}
const photo = async (width = 800, height = 1000, background = '#a4303f') =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  )
/** A JPEG whose header says another size. */
function named(jpeg: Uint8Array<ArrayBuffer>, width: number, height: number): Uint8Array<ArrayBuffer> {
  const frame = Buffer.from(jpeg.buffer).indexOf('ffc0', 'hex')
  new DataView(jpeg.buffer).setUint32(frame + 5, height * 65_536 + width)
  return jpeg
}
interface UploadedPicture {
  path: string
  url: string
}
const upload = (content: Uint8Array<ArrayBuffer>) => call<UploadedPicture>('POST /admin/v1/pictures', content)
const open = async (id: number) => (await call<ProductEdit>(`GET /admin/v1/products/${id}`)).data
const save = (edit: ProductEdit, more: object) =>
  call(`PUT /admin/v1/products/${edit.id}`, JSON.stringify({ ...edit, ...more }))
const get = (url: string) => fetch(new URL(url, server.url))
const rows = async <R>(text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows as R[]
let colour = 0
/** Every picture has different bytes. */
const another = async () => {
  const background = `#${(++colour).toString(16).padStart(6, '0')}`
  return new Uint8Array(
    await sharp({ create: { width: 500, height: 600, channels: 3, background } })
      .png()
      .toBuffer(),
  )
}

const ctx = async (days: number) => ({
  ...(await server.deps.base(2)),
  clock: {
    ...server.deps.clock,
    now: () => new Date(server.deps.clock.now().getTime() + days * 86_400_000),
  },
  actor: systemActor('picture-purge'),
  shop_id: 2,
  client_id: 'jobs',
  customer_id: null,
  token_hash: null,
  ip: '',
  user_agent: '',
})
const isThere = async ({ path }: UploadedPicture) => (await get(`/sh/pictures/${path}-640.avif`)).status === 200

describe('an upload', () => {
  test('is in the shop’s sizes and formats, cached forever by browsers, and audited', async () => {
    const { status, data } = await upload(await photo())
    expect(status).toBe(200)
    expect(data.path).toMatch(/^2\/[0-9a-f]{32}$/)
    for (const width of [320, 640, 960])
      for (const format of ['avif', 'webp']) {
        const res = await get(`/sh/pictures/${data.path}-${width}.${format}`)
        expect([res.status, res.headers.get('content-type'), res.headers.get('cache-control')]).toEqual([
          200,
          `image/${format}`,
          'public, max-age=31536000, immutable',
        ])
        expect((await sharp(await res.arrayBuffer()).metadata()).width).toBe(width)
      }
    const found = await rows(`select operator_name from audit_event where subject_name = $1`, data.path)
    expect(found).toEqual([{ operator_name: '椿 花' }])
  })

  test('of a large photograph is there at 1,600 pixels too, and nothing is enlarged', async () => {
    const { path, url } = (await upload(await photo(1600, 2000))).data
    expect(path).toMatch(/^2\/large\/[0-9a-f]{32}$/)
    const file = await sharp(await (await get(`/sh/pictures/${path}-1600.avif`)).arrayBuffer()).metadata()
    expect([file.width, file.height]).toEqual([1600, 2000])
    expect((await get(url)).status).toBe(200)
    const smaller = (await upload(await photo(1600, 1990))).data
    expect((await get(`/sh/pictures/${smaller.path}-1600.avif`)).status).toBe(404)
    const files = () => Promise.all([320, 1600].map((width) => get(`/sh/pictures/${path}-${width}.webp`)))
    expect((await files()).map(({ status }) => status)).toEqual([200, 200])
    await removeUnusedPictures(await ctx(0))
    await removeUnusedPictures(await ctx(31))
    expect((await files()).map(({ status }) => status)).toEqual([404, 404])
  })

  test('sent again is the same picture', async () => {
    const same = await another()
    const [one, other] = [await upload(same), await upload(same)]
    expect(other.data).toEqual(one.data)
  })

  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>, RegExp]>([
    [
      'a drawing with scripts',
      () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      /写真ではありません/,
    ],
    ['a page', () => new TextEncoder().encode('<!doctype html><script>'), /写真ではありません/],
    ['nothing', () => new Uint8Array(), /写真ではありません/],
    ['half a picture', async () => (await photo()).slice(0, 700), /読み取れませんでした/],
    ['a stamp', () => photo(120, 150), /小さすぎます/],
    ['a poster', async () => named(await photo(), 8000, 7000), /大きすぎます/],
  ])('of %s is rejected with a message', async (_, content, words) => {
    const { status, meta } = await upload(await content())
    expect([status, meta.fields?.[0]?.path]).toEqual([422, 'content'])
    expect(meta.message).toMatch(words)
  })

  test('of more than twenty megabytes is rejected before it is read', async () => {
    expect((await upload(new Uint8Array(21 * 1024 * 1024))).status).toBe(413)
    // Bodies that are not uploads have a small limit.
    expect((await call('POST /admin/v1/categories', ' '.repeat(2 * 1024 * 1024))).status).toBe(413)
  })

  test.each([
    '/sh/pictures/2/none-320.webp',
    `/sh/pictures/2/${'0'.repeat(32)}-320.webp`,
    `/sh/pictures/2/${'0'.repeat(32)}-321.webp`,
    '/sh/pictures/2/..%2f..%2fpackage.json',
  ])('%s is not found', async (path) => {
    const res = await get(path)
    expect([res.status, res.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })
})

describe('a product', () => {
  test('shows its pictures in the saved order, and a SKU its own', async () => {
    const [one, other] = [(await upload(await another())).data, (await upload(await another())).data]
    const before = await open(3)
    const pictures = [
      { path: other.path, alt: '箱' },
      { path: one.path, alt: '瓶' },
    ]
    const skus = before.skus.map((sku) => ({ ...sku, image_path: one.path }))
    expect((await save(before, { pictures, skus })).status).toBe(200)
    const shown = async () => (await server.call('GET /v1/product/detail/{id}', { params: { id: 3 } })).data
    await expect.poll(async () => (await shown()).product_image).toEqual(pictures)
    expect((await shown()).skus.every(({ image_path }) => image_path === one.path)).toBe(true)
    const after = await open(3)
    expect(after.pictures[0]!.url).toBe(`/sh/pictures/${other.path}-320.webp`)
    const [trail] = await rows<{ before: object; after: object }>(
      `select before, after from audit_event where subject = 'product' and subject_id = '3' order by id desc limit 1`,
    )
    expect(trail).toMatchObject({ before: { pictures: expect.any(Array) }, after: { pictures } })
    // A SKU cannot keep a picture that was removed from its product.
    const fewer = { pictures: pictures.slice(0, 1) }
    expect((await save(after, { ...fewer, skus })).status).toBe(422)
    const without = skus.map((sku) => ({ ...sku, image_path: null }))
    expect((await save(after, { ...fewer, skus: without })).status).toBe(200)
  })

  test.each<[string, (picture: UploadedPicture) => object, string]>([
    ['without words for who doesn’t see it', ({ path }) => ({ pictures: [{ path, alt: ' ' }] }), 'pictures.0.alt'],
    [
      'twice',
      ({ path }) => ({
        pictures: [
          { path, alt: '櫛' },
          { path, alt: '櫛' },
        ],
      }),
      'pictures.1.alt',
    ],
    ['that nobody uploaded', () => ({ pictures: [{ path: '2/none', alt: '櫛' }] }), 'pictures.0.alt'],
  ])('with a picture %s is rejected beside the picture', async (_, more, path) => {
    const picture = (await upload(await another())).data
    const { status, meta } = await save(await open(4), more(picture))
    expect([status, meta.fields?.[0]?.path]).toEqual([422, path])
  })

  test('can’t show a picture of another shop', async () => {
    const { path } = (await upload(await another())).data
    await rows(
      `insert into picture (shop_id, path, width, height, bytes, created_at)
      select 3, path, width, height, bytes, created_at from picture where shop_id = 2 and path = $1`,
      path,
    )
    await rows('delete from picture where shop_id = 2 and path = $1', path)
    expect((await save(await open(4), { pictures: [{ path, alt: '櫛' }] })).status).toBe(422)
  })
})

describe('a logo', () => {
  const logo = (content: Uint8Array<ArrayBuffer>) => call<UploadedPicture>('POST /admin/v1/logos', content)
  const setting = async () => (await call<{ logo_path: string | null }>('GET /admin/v1/setting/shop')).data
  const put = async (logo_path: string | null) => {
    const body = { ...(await setting()), corporate_words: '', logo_path }
    return (await call('PUT /admin/v1/setting/shop', JSON.stringify(body))).status
  }

  test('is not cropped, differs from a product picture of the same bytes, and stays while the shop shows it', async () => {
    const content = await another()
    const [sign, goods] = [(await logo(content)).data, (await upload(content)).data]
    expect(sign.path).not.toBe(goods.path)
    const file = await sharp(await (await get(sign.url)).arrayBuffer()).metadata()
    expect([file.width, file.height]).toEqual([320, 80])
    expect(await put(sign.path)).toBe(200)
    expect(await setting()).toMatchObject({ logo_path: sign.path, logo_url: sign.url })
    const { data } = await server.call('GET /v1/setting/shop/detail/{shop_id}', { params: { shop_id: 2 } })
    expect(data.logo_path).toBe(sign.path)
    await removeUnusedPictures(await ctx(0))
    await removeUnusedPictures(await ctx(31))
    expect([await isThere(sign), await isThere(goods)]).toEqual([true, false])
    expect(await put(null)).toBe(200)
  })

  test.each([
    ['goods', async (content: Uint8Array<ArrayBuffer>) => (await upload(content)).data.path],
    ['empty', async () => ''],
    ['blank', async () => ' '],
  ])('that is not a logo is rejected beside it: %s', async (_, path) => {
    expect(await put(await path(await another()))).toBe(422)
    expect((await setting()).logo_path).toBeNull()
  })

  test('cannot be a product picture', async () => {
    const { path } = (await logo(await another())).data
    expect((await save(await open(4), { pictures: [{ path, alt: '櫛' }] })).status).toBe(422)
  })

  test('is in the audit log only by its path', async () => {
    const { path } = (await logo(await another())).data
    expect(await put(path)).toBe(200)
    const [last] = await rows(`select after from audit_event where subject = 'shop' order by id desc limit 1`)
    expect(last).toEqual({ after: { logo_path: path } })
    expect(await put(null)).toBe(200)
  })

  test('that is too small to be legible is rejected with a message', async () => {
    const { status, meta } = await logo(await photo(150, 200))
    expect([status, meta.message]).toEqual([422, expect.stringMatching(/ロゴが小さすぎます/)])
  })
})

describe('an unused picture', () => {
  test('is removed after thirty days; one that is used, or used again meanwhile, stays', async () => {
    const [unused, used, again] = [
      (await upload(await another())).data,
      (await upload(await another())).data,
      (await upload(await another())).data,
    ]
    const edit = await open(4)
    await save(edit, { pictures: [{ path: used.path, alt: '櫛' }] })
    await removeUnusedPictures(await ctx(0))
    expect([await isThere(unused), await isThere(used), await isThere(again)]).toEqual([true, true, true])
    await save(await open(4), { pictures: [used, again].map(({ path }) => ({ path, alt: '櫛' })) })
    await removeUnusedPictures(await ctx(29))
    expect(await isThere(unused)).toBe(true)
    await removeUnusedPictures(await ctx(31))
    expect([await isThere(unused), await isThere(used), await isThere(again)]).toEqual([false, true, true])
    expect(await rows('select from picture where path = $1', unused.path)).toEqual([])
  })

  test('can be uploaded again while its files are being removed, under another name', async () => {
    const content = await another()
    const { data } = await upload(content)
    await rows('update picture set removed_at = now() where path = $1', data.path)
    const refused = await save(await open(4), { pictures: [{ path: data.path, alt: '櫛' }] })
    expect(refused.meta.fields?.[0]?.message).toContain('もう一度アップロード')
    const next = (await upload(content)).data
    expect(next.path).not.toBe(data.path)
    await removeUnusedPictures(await ctx(0))
    expect([await isThere(data), await isThere(next)]).toEqual([false, true])
  })

  test('an interrupted upload cannot be used, and is finally removed', async () => {
    const path = `2/${randomUUID().replaceAll('-', '')}`
    await rows(
      `insert into picture (shop_id, path, width, height, bytes, created_at) values (2, $1, 500, 500, 1, now())`,
      path,
    )
    expect((await save(await open(4), { pictures: [{ path, alt: '櫛' }] })).status).toBe(422)
    await removeUnusedPictures(await ctx(0))
    await removeUnusedPictures(await ctx(31))
    expect(await rows('select from picture where path = $1', path)).toEqual([])
  })
})
